#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
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
/// @param is_permanent  whether `arguments` stays where it is: what was checked once need not be
///                      checked again
void run_launch(StreamRef stream, const Kernel& kernel, const LaunchShape& shape,
                std::span<void*> values, std::span<const ArgumentShape> arguments,
                bool is_permanent);
}  // namespace detail

/// Launches a kernel in the order of `stream`. The arguments are copied before the call returns;
/// buffers are passed by address and must outlive the kernel's execution.
/// @param shape      checked against the limits of device and kernel
/// @param arguments  buffers, device spans, pointers, scalars, trivially copyable structs and
///                   std::array, as many and as large as the kernel's parameters; where the
///                   kernel's name tells their types, no float for an int and no float* for a
///                   double*
/// @throws Error  invalid_argument naming the kernel, what was wrong and the limit;
///                invalid_handle for an empty kernel or buffer; not_supported for a cooperative
///                grid or clusters where the device has none; launch_failed
template <typename... A>
void launch(StreamRef stream, const Kernel& kernel, const LaunchShape& shape,
            const A&... arguments) {
  // A tuple of what `value` returns keeps converted pointers alive and refers to the rest.
  std::tuple<decltype(detail::Argument<A>::value(arguments))...> converted{
      detail::Argument<A>::value(arguments)...};
  std::apply(
      [&](const auto&... values) {
        constexpr std::size_t count = sizeof...(values);
        std::array<void*, count> pointers{const_cast<void*>(static_cast<const void*>(&values))...};
        static constexpr std::array<ArgumentShape, count> shapes{ArgumentShape{
            sizeof(values), argument_type<std::remove_cvref_t<decltype(values)>>()}...};
        detail::run_launch(stream, kernel, shape, pointers, shapes, true);
      },
      converted);
}

/// The same with a list built at run time.
void launch(StreamRef stream, const Kernel& kernel, const LaunchShape& shape,
            const Arguments& arguments);

}  // namespace duet
DUET_API_END
