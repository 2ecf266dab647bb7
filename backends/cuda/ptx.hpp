#pragma once

#include <string_view>
#include <vector>

#include <duet/kernel.hpp>

namespace duet::vendor {

/// Whether a text is a PTX module: after comments it starts with `.version` and `.target`.
bool is_ptx(std::string_view text);

/// The kernels of PTX with what it says of them: names, parameters, the most threads of a block.
/// @throws LoadError if the text ends inside a function
std::vector<KernelInfo> read_ptx(std::string_view text);

}  // namespace duet::vendor
