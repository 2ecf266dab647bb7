#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include <duet/arguments.hpp>
#include <duet/copy.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// A range of bytes in memory, and whether an operation writes it. A value; it owns nothing.
struct Access {
  const void* data = nullptr;  ///< Address of the first byte.
  std::size_t bytes = 0;       ///< Number of bytes.
  bool writes = false;         ///< False: only read. True: written, and perhaps read as well.

  friend constexpr bool operator==(const Access&, const Access&) = default;
};

/// A kernel argument together with the access that the kernel makes to its memory: what `in`, `out`
/// and `inout` return. A view: it owns nothing and must not outlive the memory.
template <typename T>
class TrackedArgument {
 public:
  /// @param data    the first element
  /// @param size    number of elements
  /// @param writes  whether the kernel writes them
  /// @param home    internal: the device that alone addresses them, or null
  TrackedArgument(T* data, std::size_t size, bool writes,
                  const detail::DeviceState* home = nullptr) noexcept
      : data_(data), bytes_(size * sizeof(T)), home_(home), writes_(writes) {}

  /// The address that the kernel gets.
  T* data() const noexcept { return data_; }
  /// The bytes of all elements, as an access.
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator Access() const noexcept { return {data_, bytes_, writes_}; }
  /// Internal: the device that alone addresses the elements, or null.
  const detail::DeviceState* home() const noexcept { return home_; }

 private:
  T* data_;
  std::size_t bytes_;
  const detail::DeviceState* home_;
  bool writes_;
};

/// Memory that an operation only reads. The whole range counts; pass a `subspan` to name less.
/// @param range  a buffer or device span, or host memory (std::vector, std::span, HostBuffer)
template <detail::CopyRange R>
auto in(R&& range) {
  return TrackedArgument(detail::address(range), range.size(), false, detail::home_of(range));
}
/// Memory that an operation writes without reading what it held before.
/// @param range  as for `in`
template <detail::CopyRange R>
auto out(R&& range) {
  return TrackedArgument(detail::address(range), range.size(), true, detail::home_of(range));
}
/// Memory that an operation reads and writes.
/// @param range  as for `in`
template <detail::CopyRange R>
auto inout(R&& range) {
  return out(range);
}

/// A pointer argument whose memory the encoder does not track: what `untracked` returns.
template <typename T>
struct UntrackedPointer {
  T* data;  ///< The address that the kernel gets.
};
/// Passes a pointer to a kernel without ordering operations by its memory, for instance memory that
/// no operation writes.
/// @param pointer  a device address; its memory must outlive the kernel's execution
template <typename T>
UntrackedPointer<T> untracked(T* pointer) noexcept {
  return {pointer};
}

namespace detail {

template <typename T>
struct Argument<TrackedArgument<T>> {
  static T* value(const TrackedArgument<T>& argument) noexcept { return argument.data(); }
  static const DeviceState* home(const TrackedArgument<T>& argument) noexcept {
    return argument.home();
  }
};
template <typename T>
struct Argument<UntrackedPointer<T>> {
  static T* value(UntrackedPointer<T> argument) noexcept { return argument.data; }
};

/// An argument that is not itself a list of arguments or of accesses.
template <typename T>
concept SingleArgument = ValueArgument<T> && !std::is_same_v<T, Arguments> &&
                         !std::convertible_to<const T&, std::span<const Access>>;

/// Whether an argument stands for memory, and the access to it. Buffers and spans count as written
/// unless their elements are const or `in` wraps them.
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

template <typename T>
Access access_of(const T& argument) {
  return AccessOf<T>::of(argument);
}

/// What `make` returns for each argument that stands for memory, in their order. Each result is
/// made in its place: clearing and copying the array would take longer than all else of a launch in
/// user code.
template <typename Result, typename Make, typename... A>
auto for_each_memory(Make make, const A&... arguments) {
  constexpr std::size_t count = (std::size_t{0} + ... + AccessOf<A>::is_memory);
  constexpr std::array<std::size_t, count> places = [] {
    std::array<std::size_t, count> found{};
    [[maybe_unused]] std::size_t place = 0, next = 0;
    ((AccessOf<A>::is_memory ? void(found[next++] = place++) : void(++place)), ...);
    return found;
  }();
  const std::tuple<const A&...> all(arguments...);
  const auto make_all = [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::array<Result, count>{make(std::get<places[i]>(all))...};
  };
  return make_all(std::make_index_sequence<count>());
}

/// The accesses to the memory that arguments stand for.
template <typename... A>
auto accesses_of(const A&... arguments) {
  return for_each_memory<Access>([](const auto& argument) { return access_of(argument); },
                                 arguments...);
}

/// The devices that alone address this memory; null where unknown.
template <typename... A>
auto homes_of(const A&... arguments) {
  return for_each_memory<const DeviceState*>(
      [](const auto& argument) { return argument_home(argument); }, arguments...);
}

}  // namespace detail

}  // namespace duet
DUET_API_END
