#pragma once

#include <cstddef>
#include <string_view>

namespace duet {

/// The number of inserted, removed, replaced and swapped characters that make two names equal
/// (optimal string alignment distance).
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace duet
