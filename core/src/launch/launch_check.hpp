#pragma once

#include <span>

#include <duet/argument_type.hpp>
#include <duet/shape.hpp>
#include <duet/stream.hpp>

namespace duet::detail {

struct KernelState;

/// @param is_permanent  whether `arguments` stays where it is: what was checked once need not be
///                      checked again
/// @throws Error (invalid_argument) naming what is wrong with a launch of the kernel; not_supported
///               for what the device cannot do
void check_launch(const KernelState& kernel, const LaunchShape& shape,
                  std::span<const ArgumentShape> arguments, bool is_permanent = false);
/// @throws Error (invalid_argument) for a stream of another device
void check_stream(const KernelState& kernel, StreamRef stream);

/// Launches what was checked. The device must be current.
/// @param values  not null even if there are none
void start_launch(StreamRef stream, const KernelState& kernel, const LaunchShape& shape,
                  void** values);

}  // namespace duet::detail
