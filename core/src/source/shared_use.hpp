#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace duet {

/// Finds the functions that use dynamic shared memory: those that declare or name an array
/// `extern __shared__`, and those that name such a function. Functions of the same name count as
/// one, whatever their namespaces; macros are not expanded.
/// @param texts  the sources of one program
/// @returns names without namespaces
std::set<std::string, std::less<>> functions_with_dynamic_shared(
    std::span<const std::string_view> texts);

}  // namespace duet
