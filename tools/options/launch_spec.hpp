#pragma once

#include <cstddef>
#include <string_view>

#include <duet/shape.hpp>

namespace duet::tool {

/// Parses "X", "X,Y" or "X,Y,Z". @throws UsageError naming `what`
Dim3 parse_dim3(std::string_view text, std::string_view what);

/// Parses the options --grid and --block.
/// @param grid   numbers of blocks as for `parse_dim3`, or "cover:N[,M[,K]]": enough blocks for one
///               thread per element
/// @param block  threads per block, as for `parse_dim3`
/// @throws UsageError naming the invalid option
LaunchShape parse_launch_shape(std::string_view grid, std::string_view block,
                               std::size_t shared_bytes);

}  // namespace duet::tool
