#pragma once

#include <span>

#include <duet/argument_type.hpp>
#include <duet/shape.hpp>
#include <duet/stream.hpp>

namespace duet::detail {

struct KernelState;

/// @param is_permanent  whether `arguments` has static storage, so that checking it once suffices
/// @throws Error (invalid_argument) that names the fault; (not_supported) if the device lacks a
///               feature
void check_launch(const KernelState& kernel, const LaunchShape& shape,
                  std::span<const ArgumentShape> arguments, bool is_permanent = false);
/// @throws Error (invalid_argument) for a stream of another device
void check_stream(const KernelState& kernel, StreamRef stream);

/// Starts a launch that was checked. The device must be current.
/// @param values  not null, even without arguments
void start_launch(StreamRef stream, const KernelState& kernel, const LaunchShape& shape,
                  void** values);

}  // namespace duet::detail
