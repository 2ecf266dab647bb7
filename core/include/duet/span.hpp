#pragma once

#include <cstddef>
#include <type_traits>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
struct DeviceState;
[[noreturn]] void throw_bad_range(std::size_t offset, std::size_t count, std::size_t size);
}  // namespace detail

/// A view of `size()` elements of device memory. Unlike std::span it gives the host no access to
/// the elements. It owns nothing and must not outlive the memory. Thread-safety: a value;
/// concurrent const access is safe.
template <typename T>
class DeviceSpan {
 public:
  using element_type = T;  ///< The type of the elements, with its const.

  constexpr DeviceSpan() noexcept = default;
  /// @param data  device address of the first element; may be null if `size` is 0
  /// @param size  number of elements
  constexpr DeviceSpan(T* data, std::size_t size) noexcept : data_(data), size_(size) {}
  /// Internal: a span that knows its device.
  constexpr DeviceSpan(T* data, std::size_t size, const detail::DeviceState* home) noexcept
      : data_(data), size_(size), home_(home) {}
  /// A read-only view of the same elements.
  template <typename U>
  requires(std::is_const_v<T>&& std::is_same_v<const U, T> &&
           !std::is_const_v<U>) constexpr DeviceSpan(DeviceSpan<U> other) noexcept
      : data_(other.data()), size_(other.size()), home_(other.home()) {}

  /// The device address of the first element.
  constexpr T* data() const noexcept { return data_; }
  /// Number of elements.
  constexpr std::size_t size() const noexcept { return size_; }
  /// Size in bytes.
  constexpr std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }

  /// A view of a part of the elements.
  /// @param offset  index of its first element
  /// @param count   its number of elements
  /// @throws Error  invalid_argument if the range does not lie inside this one
  constexpr DeviceSpan subspan(std::size_t offset, std::size_t count) const {
    if (offset > size_ || count > size_ - offset) detail::throw_bad_range(offset, count, size_);
    return {data_ + offset, count, home_};
  }

  /// Internal: the device that alone addresses the memory; null if unknown or if several do.
  constexpr const detail::DeviceState* home() const noexcept { return home_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
  const detail::DeviceState* home_ = nullptr;
};

}  // namespace duet
DUET_API_END
