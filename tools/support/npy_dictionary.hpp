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

/// Reads exactly what the format allows: the three keys, once each, in any order.
/// @throws UsageError with the reason and the place. Safe on any input.
NpyDictionary parse_npy_dictionary(std::string_view text);

}  // namespace duet::tool
