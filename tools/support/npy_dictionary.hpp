#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace duet::tool {

/// The dictionary literal in the header of a .npy file.
struct NpyDictionary {
  std::string descr{};
  bool fortran_order = false;
  std::vector<std::size_t> shape{};
};

/// Parses a dictionary with exactly the three keys, in any order. Safe on any input.
/// @throws UsageError with the reason and the position
NpyDictionary parse_npy_dictionary(std::string_view text);

}  // namespace duet::tool
