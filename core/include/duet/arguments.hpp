#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include <duet/argument_type.hpp>
#include <duet/buffer.hpp>
#include <duet/export.hpp>
#include <duet/span.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {

/// How a host value is passed to a kernel: the bytes of what `value()` returns are copied.
template <typename T>
struct Argument {
  static_assert(!std::ranges::range<T> || (std::is_trivially_copyable_v<T> &&
                                           !std::ranges::view<T> && !std::is_array_v<T>),
                "a kernel argument cannot be a host container, string, span or C array: copy its "
                "elements to device memory, duet::Buffer x(stream, container), and pass x; a "
                "std::array is passed by value");
  static_assert(
      !requires(T & pointer) {
        pointer.get();
        *pointer;
      },
      "a kernel argument cannot be a smart pointer, which owns host memory: pass a "
      "duet::Buffer, or copy what it points to and pass that by value");
  static_assert(std::is_trivially_copyable_v<T>,
                "a kernel argument is a buffer, a device span, a pointer, a scalar or a trivially "
                "copyable struct: kernels get its bytes, without a call of a copy constructor");
  static const T& value(const T& argument) noexcept { return argument; }
};
template <>
struct Argument<std::nullptr_t> {
  static void* value(std::nullptr_t) noexcept { return nullptr; }
};
template <typename T>
struct Argument<Buffer<T>> {
  static T* value(const Buffer<T>& buffer) { return buffer.data(); }
  static const DeviceState* home(const Buffer<T>& buffer) noexcept {
    return buffer.memory().home();
  }
};
template <typename T>
struct Argument<HostBuffer<T>> {
  static T* value(const HostBuffer<T>& buffer) { return buffer.data(); }
};
template <typename T>
struct Argument<DeviceSpan<T>> {
  static T* value(DeviceSpan<T> span) noexcept { return span.data(); }
  static const DeviceState* home(DeviceSpan<T> span) noexcept { return span.home(); }
};

/// The addresses of all arguments as one list: std::span, std::vector or an array of void*. A
/// std::array is an argument instead, passed by value.
template <typename T>
concept AddressList = std::ranges::range<T> &&
    std::convertible_to<const T&, std::span<void* const>> &&
    (std::is_array_v<T> || std::ranges::view<T> || !std::is_trivially_copyable_v<T>);
/// An argument of its own.
template <typename T>
concept ValueArgument = !AddressList<T>;

/// The device that alone addresses an argument's memory; null if unknown or if there is none.
template <typename T>
const DeviceState* argument_home(const T& argument) noexcept {
  if constexpr (requires { Argument<T>::home(argument); }) {
    return Argument<T>::home(argument);
  } else {
    return nullptr;
  }
}

}  // namespace detail

/// A list of kernel arguments built at run time. It owns copies of the values. Buffers are passed
/// by address and must outlive the kernel's execution. One list may be used for any number of
/// launches. Thread-safety: concurrent const access, launches included, is safe; changes need
/// exclusive access.
class Arguments {
 public:
  Arguments() = default;
  /// A list of the given arguments; see `add`.
  template <typename... A>
  static Arguments of(const A&... arguments) {
    Arguments list;
    list.reserve(sizeof...(A));
    (list.add(arguments), ...);
    return list;
  }

  /// Appends an argument.
  /// @param value  a buffer, device span, pointer, scalar, trivially copyable struct or std::array;
  ///               copied, except that of a buffer or span only the address is taken
  /// @returns this list
  /// @throws Error  invalid_handle for an empty buffer
  template <typename T>
  Arguments& add(const T& value) {
    auto&& converted = detail::Argument<T>::value(value);
    using Value = std::remove_cvref_t<decltype(converted)>;
    add_bytes(&converted, sizeof(Value), alignof(Value));
    shapes_.back().type = argument_type<Value>();
    places_.back().home = detail::argument_home(value);
    return *this;
  }

  /// Appends an argument of unknown type, given by its bytes.
  /// @param data       the bytes, copied during the call; not null
  /// @param bytes      their number
  /// @param alignment  in bytes: a power of two, at most 256
  /// @returns this list
  /// @throws Error  invalid_argument for another alignment, a size of 0 or a null address
  Arguments& add_bytes(const void* data, std::size_t bytes, std::size_t alignment);

  /// Removes all arguments.
  void clear() noexcept;
  /// Number of arguments.
  std::size_t size() const noexcept { return shapes_.size(); }
  /// Size of an argument in bytes.
  /// @throws std::out_of_range  if `index` is not less than `size()`
  std::size_t bytes_of(std::size_t index) const { return shape_of(index).bytes; }
  /// Size and type of an argument.
  /// @throws std::out_of_range  if `index` is not less than `size()`
  const ArgumentShape& shape_of(std::size_t index) const { return shapes_.at(index); }
  /// Sizes and types of all arguments. Valid until the list changes.
  std::span<const ArgumentShape> shapes() const noexcept { return shapes_; }
  /// The bytes of an argument. Valid until the list changes.
  /// @throws std::out_of_range  if `index` is not less than `size()`
  const void* data_of(std::size_t index) const {
    return storage_.data() + places_.at(index).offset;
  }
  /// Internal: writes the addresses of all values, as drivers take them, which only read there.
  void write_addresses(void** to) const noexcept {
    for (const Place& place : places_) {
      *to++ = const_cast<std::byte*>(storage_.data() + place.offset);
    }
  }
  /// Internal: the device that alone addresses an argument's memory; null if unknown.
  const detail::DeviceState* home_of(std::size_t index) const { return places_.at(index).home; }
  /// Internal: whether both lists have the same values, of the same sizes.
  bool has_values_of(const Arguments& other) const noexcept;

 private:
  struct Place {
    std::size_t offset;
    const detail::DeviceState* home = nullptr;
  };
  void reserve(std::size_t arguments);

  std::vector<std::byte> storage_{};  ///< bytes between arguments are 0
  std::vector<Place> places_{};
  std::vector<ArgumentShape> shapes_{};
};

}  // namespace duet
DUET_API_END
