#pragma once

#include <cstddef>
#include <ranges>
#include <type_traits>

#include <duet/arguments.hpp>
#include <duet/copy.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// A range of bytes that an operation reads, or writes (and perhaps reads, too).
struct Access {
  const void* data = nullptr;
  std::size_t bytes = 0;
  bool writes = false;
};

/// A kernel's argument with what the kernel does to the memory behind it. A view.
template <typename T>
class TrackedArgument {
 public:
  TrackedArgument(T* data, std::size_t size, bool writes) noexcept
      : data_(data), access_{data, size * sizeof(T), writes} {}

  T* data() const noexcept { return data_; }
  operator Access() const noexcept { return access_; }  // NOLINT(google-explicit-constructor)

 private:
  T* data_;
  Access access_;
};

/// Memory that an operation only reads; all of a range: take a `subspan` for less.
/// @param range  a buffer or device span, or host memory (std::vector, std::span, HostBuffer)
template <detail::CopyRange R>
auto in(R&& range) {
  return TrackedArgument(detail::address(range), range.size(), false);
}
/// Memory that an operation writes, whatever was there.
template <detail::CopyRange R>
auto out(R&& range) {
  return TrackedArgument(detail::address(range), range.size(), true);
}
/// Memory that an operation reads and writes.
template <detail::CopyRange R>
auto inout(R&& range) {
  return out(range);
}

/// A pointer whose memory takes no part in the order of operations: nobody writes it, say.
template <typename T>
struct UntrackedPointer {
  T* data;
};
template <typename T>
UntrackedPointer<T> untracked(T* pointer) noexcept {
  return {pointer};
}

namespace detail {

template <typename T>
struct Argument<TrackedArgument<T>> {
  static T* value(const TrackedArgument<T>& argument) noexcept { return argument.data(); }
};
template <typename T>
struct Argument<UntrackedPointer<T>> {
  static T* value(UntrackedPointer<T> argument) noexcept { return argument.data; }
};

/// Not a list of arguments.
template <typename T>
concept SingleArgument = !std::is_same_v<T, Arguments>;

/// Whether an argument stands for memory, and which. Without `in` or `out` it may be written unless
/// its elements are const.
template <typename T>
struct AccessOf {
  static_assert(!std::is_pointer_v<T>,
                "a pointer does not tell how much memory it stands for: give the encoder a buffer, "
                "a DeviceSpan, or duet::untracked(pointer)");
  static constexpr bool is_memory = false;
};
template <typename T>
struct AccessOf<TrackedArgument<T>> {
  static constexpr bool is_memory = true;
  static Access of(const TrackedArgument<T>& argument) noexcept { return argument; }
};
template <typename T>
struct AccessOf<DeviceSpan<T>> {
  static constexpr bool is_memory = true;
  static Access of(DeviceSpan<T> span) noexcept {
    return {span.data(), span.size_bytes(), !std::is_const_v<T>};
  }
};
template <typename T>
struct AccessOf<Buffer<T>> {
  static constexpr bool is_memory = true;
  static Access of(const Buffer<T>& buffer) { return AccessOf<DeviceSpan<T>>::of(buffer.span()); }
};
template <typename T>
struct AccessOf<HostBuffer<T>> {
  static constexpr bool is_memory = true;
  static Access of(const HostBuffer<T>& buffer) {
    return AccessOf<DeviceSpan<T>>::of(buffer.span());
  }
};

}  // namespace detail

}  // namespace duet
DUET_API_END
