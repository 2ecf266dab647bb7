#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <duet/kernel.hpp>

namespace duet::vendor {

/// What a PTX module says of itself where it starts.
struct PtxHeader {
  std::string version{};       ///< "9.0"
  std::string architecture{};  ///< "compute_90"
};

/// Nothing if a text is no PTX module, which after comments starts with `.version` and `.target`.
std::optional<PtxHeader> read_ptx_header(std::string_view text);

/// The kernels of PTX with what it says of them: names, parameters, the
/// most threads of a block, the architecture as "compute_90".
/// @throws LoadError if the text ends inside a function
std::vector<KernelInfo> read_ptx(std::string_view text);

}  // namespace duet::vendor
