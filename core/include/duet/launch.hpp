#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>

#include <duet/argument_type.hpp>
#include <duet/arguments.hpp>
#include <duet/export.hpp>
#include <duet/kernel.hpp>
#include <duet/shape.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
/// @param is_permanent  whether `arguments` has static storage: then a second check can be skipped
void run_launch(StreamRef stream, const Kernel& kernel, const LaunchShape& shape,
                std::span<void*> values, std::span<const ArgumentShape> arguments,
                bool is_permanent);
/// Checks arguments in memory of other devices than the launch.
/// @param homes  for each argument the device that alone addresses its memory, or null
/// @throws Error  invalid_argument, naming the argument, unless the device has access to it
void check_homes(const Device& device, const Kernel& kernel,
                 std::span<const DeviceState* const> homes, std::span<void* const> values);
/// @param what  begins the message: "launch of saxpy: argument 1"
/// @throws Error  invalid_argument unless `device` has access to memory of `home`
void require_access(const Device& device, const DeviceState& home, const void* address,
                    const std::string& what);
inline bool is_elsewhere(const DeviceState* home, const Device& device) noexcept {
  return home != nullptr && home != &device.state();
}
}  // namespace detail

/// Launches a kernel in the order of `stream`. Asynchronous: the arguments are copied before the
/// call returns; buffers are passed by address and must outlive the kernel's execution.
/// Thread-safety: any thread.
/// @param stream     where the launch is enqueued
/// @param kernel     what to launch; may be dropped after the call
/// @param shape      grid, block and dynamic shared memory; checked against the limits of device
/// and
///                   kernel
/// @param arguments  buffers, device spans, pointers, scalars, trivially copyable structs and
///                   std::array, in number and size as the kernel's parameters. If the kernel's
///                   name tells their types, a float for an int or a float* for a double* is
///                   rejected
/// @throws Error  invalid_argument, naming the kernel, the fault and the limit, also for a buffer
/// of
///                another device without peer access; invalid_handle for an empty kernel or buffer;
///                not_supported for a cooperative grid or clusters on a device without them;
///                launch_failed
template <detail::ValueArgument... A>
void launch(StreamRef stream, const Kernel& kernel, const LaunchShape& shape,
            const A&... arguments) {
  // Keeps converted pointers alive and refers to the other arguments.
  std::tuple<decltype(detail::Argument<A>::value(arguments))...> converted{
      detail::Argument<A>::value(arguments)...};
  std::apply(
      [&](const auto&... values) {
        constexpr std::size_t count = sizeof...(values);
        std::array<void*, count> pointers{const_cast<void*>(static_cast<const void*>(&values))...};
        static constexpr std::array<ArgumentShape, count> shapes{ArgumentShape{
            sizeof(values), argument_type<std::remove_cvref_t<decltype(values)>>()}...};
        if ((0U | ... |
             unsigned{detail::is_elsewhere(detail::argument_home(arguments), stream.device())}) !=
            0) [[unlikely]] {
          const std::array<const detail::DeviceState*, count> homes{
              detail::argument_home(arguments)...};
          detail::check_homes(stream.device(), kernel, homes, pointers);
        }
        detail::run_launch(stream, kernel, shape, pointers, shapes, true);
      },
      converted);
}

/// Launches a kernel with a list of arguments built at run time.
/// @throws Error  as above
void launch(StreamRef stream, const Kernel& kernel, const LaunchShape& shape,
            const Arguments& arguments);

/// Launches a kernel with the addresses of its arguments, as the vendors' launch calls take them.
/// The code tells the size of each argument; types and the devices of memory are not checked.
/// @param stream  as above
/// @param kernel  as above
/// @param shape   as above
/// @param values  the address of each argument, in the order of the parameters; not kept
/// @throws Error  as above, also for another number of addresses and for a null among them;
///                not_supported if the code does not tell the sizes (PTX on NVIDIA drivers before
///                12.4)
void launch(StreamRef stream, const Kernel& kernel, const LaunchShape& shape,
            std::span<void* const> values);

}  // namespace duet
DUET_API_END
