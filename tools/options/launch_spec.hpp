#pragma once

#include <cstddef>
#include <string_view>

#include <duet/shape.hpp>

namespace duet::tool {

/// "X", "X,Y" or "X,Y,Z". @throws UsageError naming `what`
Dim3 parse_dim3(std::string_view text, std::string_view what);

/// @param grid   blocks as `parse_dim3` takes them, or "cover:N[,M[,K]]": as many blocks as cover
///               that many elements with one thread each
/// @param block  threads as `parse_dim3` takes them
/// @throws UsageError naming the option that is wrong
LaunchShape parse_launch_shape(std::string_view grid, std::string_view block,
                               std::size_t shared_bytes);

}  // namespace duet::tool
