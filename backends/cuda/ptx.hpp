#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <duet/kernel.hpp>

namespace duet::vendor {

/// The directives at the start of a PTX module.
struct PtxHeader {
  std::string version{};       ///< "9.0"
  std::string architecture{};  ///< "compute_90"
};

/// Empty if the text is no PTX module. A module starts with `.version` and `.target`, after
/// comments.
std::optional<PtxHeader> read_ptx_header(std::string_view text);

/// The kernels of PTX: name, sizes of parameters, limit of threads of a block, and architecture
/// ("compute_90").
/// @throws LoadError if the text ends inside a function
std::vector<KernelInfo> read_ptx(std::string_view text);

}  // namespace duet::vendor
