#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duet {

/// Makes shared variables whose constructors a compiler refuses names for storage, which begins
/// with any content, as on CUDA:
///     __shared__ SharedStorage<T [n]> duet_a; auto& a = duet_a.value();   // __shared__ T a[n];
/// @param places  the index of a text, and a line from 1, on which such a variable is
/// @returns the texts. Lines keep their numbers
std::vector<std::string> with_shared_storage(
    std::span<const std::string_view> texts,
    const std::set<std::pair<std::size_t, std::size_t>>& places);

}  // namespace duet
