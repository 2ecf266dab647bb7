#pragma once

#include <cstddef>
#include <ranges>
#include <type_traits>

#include <duet/buffer.hpp>
#include <duet/export.hpp>
#include <duet/span.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {

enum class CopyDirection { host_to_device, device_to_host, device_to_device };
const char* name_of(CopyDirection direction) noexcept;

/// A copy without its types. Sizes are in bytes.
struct CopyRequest {
  CopyDirection direction;
  void* to;
  std::size_t to_bytes;
  const void* from;
  std::size_t from_bytes;
  std::size_t element_bytes = 1;
  const DeviceState* to_home = nullptr;  ///< as Memory::home
  const DeviceState* from_home = nullptr;
};
/// A fill without its types.
struct FillRequest {
  void* to;
  std::size_t count;
  const void* value;
  std::size_t size;  ///< of an element, in bytes
  const DeviceState* home;
};
/// @param device  where the copy runs
/// @throws Error  invalid_argument if the sizes differ or if the memory is of other devices only
void check_copy(const Device& device, const CopyRequest& request);
/// @throws Error  invalid_argument if the memory is of another device
void check_fill(const Device& device, const FillRequest& request);
void run_copy(StreamRef stream, const CopyRequest& request);
void run_copy(const Device& device, const CopyRequest& request);
void run_fill(StreamRef stream, const FillRequest& request);

template <typename R>
concept DeviceRange = requires(const R& range) {
  DeviceSpan<const typename R::element_type>(range);
};
template <typename R>
concept HostRange = !DeviceRange<std::remove_cvref_t<R>> && std::ranges::contiguous_range<R> &&
                    std::ranges::sized_range<R>;

template <typename R>
const DeviceState* home_of(const R& range) {
  if constexpr (DeviceRange<R>) {
    return DeviceSpan<const typename R::element_type>(range).home();
  } else {
    return nullptr;
  }
}

template <DeviceRange R>
FillRequest fill_request(const R& range, const typename R::element_type& value) {
  return {range.data(), range.size(), &value, sizeof(value), home_of(range)};
}

template <typename R>
auto* address(R& range) {
  if constexpr (DeviceRange<std::remove_cvref_t<R>>) {
    return range.data();
  } else {
    return std::ranges::data(range);
  }
}

template <typename R>
std::size_t element_count(const R& range) {
  if constexpr (DeviceRange<R>) {
    return range.size();
  } else {
    return std::ranges::size(range);
  }
}

template <typename To, typename From>
CopyRequest copy_request(To& to, const From& from) {
  constexpr bool to_device = DeviceRange<std::remove_cvref_t<To>>;
  constexpr bool from_device = DeviceRange<std::remove_cvref_t<From>>;
  static_assert(to_device || from_device, "copy: one side must be device memory");
  using Element = std::remove_pointer_t<decltype(address(to))>;
  using Source = std::remove_pointer_t<decltype(address(from))>;
  static_assert(!std::is_const_v<Element>, "copy: the destination is read-only");
  static_assert(std::is_same_v<Element, std::remove_cv_t<Source>>,
                "copy: both sides need the same element type");
  static_assert(std::is_trivially_copyable_v<Element>, "copy: trivially copyable types only");
  constexpr auto direction = !from_device ? CopyDirection::host_to_device
                             : !to_device ? CopyDirection::device_to_host
                                          : CopyDirection::device_to_device;
  return {direction,
          address(to),
          element_count(to) * sizeof(Element),
          address(from),
          element_count(from) * sizeof(Element),
          sizeof(Element),
          home_of(to),
          home_of(from)};
}

template <typename R>
concept CopyRange = DeviceRange<std::remove_cvref_t<R>> || HostRange<R>;

/// Host memory that ends with the expression that makes it, such as `std::vector<float>(n)`: an
/// unnamed range that is no view. Views have trivial destructors, and no elements as members.
/// @tparam R  the type of a forwarding reference: a reference for what has a name
template <typename R>
concept TemporaryHostRange =
    HostRange<R> && !std::ranges::borrowed_range<R> && !std::ranges::view<R> &&
    (!std::is_trivially_destructible_v<R> || std::is_aggregate_v<R>);

/// Refuses temporary host memory for copies that run later.
template <typename To, typename From>
constexpr void require_lasting() noexcept {
  static_assert(!TemporaryHostRange<To> && !TemporaryHostRange<From>,
                "copy: the host memory is a temporary object, which ends before the copy runs: "
                "give it a name, and keep it until the stream has been waited for");
}

}  // namespace detail

/// Copies between host ranges (std::vector, std::span, arrays, HostBuffer) and device ranges
/// (Buffer, DeviceSpan) in the order of `stream`. Asynchronous: until the stream has executed the
/// copy, host memory must stay alive, and a host destination must not be read; temporary objects
/// that own host memory do not compile. Only copies of
/// pinned host memory overlap with work of the host, and only a pinned source may be written by
/// earlier work of the stream: drivers may read other memory during the call. Thread-safety: any
/// thread.
/// @param stream  where the copy is enqueued
/// @param to      the destination; at least one side must be in device memory
/// @param from    the source, with the same number and type of elements
/// @throws Error  invalid_argument if the numbers of elements differ, or if all device memory is of
///                other devices than the stream
template <detail::CopyRange To, detail::CopyRange From>
void copy(StreamRef stream, To&& to, From&& from) {
  detail::require_lasting<To, From>();
  detail::run_copy(stream, detail::copy_request(to, from));
}

/// Copies as above and waits for the copy, but not for work in non-blocking streams.
/// Thread-safety: any thread.
/// @param device  the device that the memory belongs to
/// @param to      the destination; at least one side must be in device memory
/// @param from    the source, with the same number and type of elements
/// @throws Error  invalid_argument if the numbers of elements differ
template <detail::CopyRange To, detail::CopyRange From>
void copy(const Device& device, To&& to, const From& from) {
  detail::run_copy(device, detail::copy_request(to, from));
}

/// Sets every element of a device range to a value, in the order of `stream`. This is one operation
/// for elements of 1, 2 or 4 bytes and for values whose bytes repeat with such a period, for
/// instance zero; for other values, one element is written and then doubled by device copies.
/// Thread-safety: any thread.
/// @param stream  where the fill is enqueued
/// @param to      the range; must outlive the operation
/// @param value   copied during the call
template <detail::DeviceRange To>
void fill(StreamRef stream, const To& to,
          const std::type_identity_t<typename To::element_type>& value) {
  detail::run_fill(stream, detail::fill_request(to, value));
}

}  // namespace duet
DUET_API_END
