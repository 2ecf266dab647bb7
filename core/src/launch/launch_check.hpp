#pragma once

#include <span>

#include <duet/argument_type.hpp>
#include <duet/arguments.hpp>
#include <duet/kernel.hpp>
#include <duet/shape.hpp>
#include <duet/stream.hpp>

namespace duet::detail {

struct KernelState;

/// @param is_permanent  whether `arguments` has static storage, so that checking it once suffices
/// @throws Error (invalid_argument) that names the fault; (not_supported) if the device lacks a
///               feature
void check_launch(const KernelState& kernel, const LaunchShape& shape,
                  std::span<const ArgumentShape> arguments, bool is_permanent = false);
/// Checks the memory that arguments point to: their devices and, in the strict mode, the pointers.
/// @throws Error (invalid_argument) that names the argument
void check_memory(const Kernel& kernel, const Arguments& arguments);
/// The same for pointers in the strict mode alone. Pointers are recognised by the types of the
/// arguments or of the parameters.
void check_pointers(const KernelState& kernel, std::span<void* const> values,
                    std::span<const ArgumentShape> arguments);
/// @throws Error (invalid_argument) for a stream of another device
void check_stream(const KernelState& kernel, StreamRef stream);

/// Sizes and types of arguments that are given by their addresses, from the kernel's code. Valid as
/// long as the kernel.
/// @throws Error (invalid_argument) for another number of addresses and for a null among them;
///               (not_supported) if the code does not tell the sizes
std::span<const ArgumentShape> shapes_from_code(const KernelState& kernel,
                                                std::span<void* const> values);
/// Copies such arguments. @throws Error  as above
Arguments arguments_of(const KernelState& kernel, std::span<void* const> values);

/// Whether the launch may begin before the one before it has ended.
inline bool begins_early(const Device& device, const LaunchShape& shape) noexcept {
  return shape.programmatic && !shape.cooperative && device.info().programmatic_launch;
}

/// Whether a node needs `vendor::set_attributes`.
inline bool has_attributes(const Device& device, const LaunchShape& shape) noexcept {
  return shape.is_special() || (shape.l2_window && device.info().max_l2_window != 0);
}

/// The shape without what the device ignores.
inline LaunchShape without_ignored(const Device& device, LaunchShape shape) noexcept {
  if (device.info().max_l2_window == 0) shape.l2_window.reset();
  return shape;
}

/// Starts a launch that was checked. The device must be current.
/// @param values  not null, even without arguments
void start_launch(StreamRef stream, const KernelState& kernel, const LaunchShape& shape,
                  void** values);

}  // namespace duet::detail
