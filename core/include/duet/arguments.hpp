#pragma once

#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <vector>

#include <duet/argument_type.hpp>
#include <duet/buffer.hpp>
#include <duet/export.hpp>
#include <duet/span.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {

/// How a host value travels to a kernel: what `value()` returns is copied bytewise.
template <typename T>
struct Argument {
  static_assert(std::is_trivially_copyable_v<T>,
                "a kernel argument is a buffer, a device span, a pointer, a scalar or a trivially "
                "copyable struct");
  static const T& value(const T& argument) noexcept { return argument; }
};
template <>
struct Argument<std::nullptr_t> {
  static void* value(std::nullptr_t) noexcept { return nullptr; }
};
template <typename T>
struct Argument<Buffer<T>> {
  static T* value(const Buffer<T>& buffer) { return buffer.data(); }
};
template <typename T>
struct Argument<HostBuffer<T>> {
  static T* value(const HostBuffer<T>& buffer) { return buffer.data(); }
};
template <typename T>
struct Argument<DeviceSpan<T>> {
  static T* value(DeviceSpan<T> span) noexcept { return span.data(); }
};

}  // namespace detail

/// A list of kernel arguments built at run time. It owns copies of the values; buffers are passed
/// by address and must outlive the launch's execution. May be launched any number of times.
/// Thread-safety: launching the same list from several threads is safe while nobody changes it.
class Arguments {
 public:
  Arguments() = default;

  /// @param value  a buffer, device span, pointer, scalar, trivially copyable struct or std::array
  template <typename T>
  Arguments& add(const T& value) {
    auto&& converted = detail::Argument<T>::value(value);
    using Value = std::remove_cvref_t<decltype(converted)>;
    add_bytes(&converted, sizeof(Value), alignof(Value));
    arguments_.back().shape.type = argument_type<Value>();
    return *this;
  }

  /// @param alignment  a power of two, at most 256
  Arguments& add_bytes(const void* data, std::size_t bytes, std::size_t alignment);

  void clear() noexcept;
  std::size_t size() const noexcept { return arguments_.size(); }
  std::size_t bytes_of(std::size_t index) const { return shape_of(index).bytes; }
  const ArgumentShape& shape_of(std::size_t index) const { return arguments_.at(index).shape; }
  const void* data_of(std::size_t index) const {
    return storage_.data() + arguments_.at(index).offset;
  }

 private:
  struct Place {
    std::size_t offset;
    ArgumentShape shape;
  };
  std::vector<std::byte> storage_{};
  std::vector<Place> arguments_{};
};

}  // namespace duet
DUET_API_END
