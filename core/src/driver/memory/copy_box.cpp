#include <duet/copy_box.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <optional>

#include "driver/device_wait.hpp"
#include "driver/driver.hpp"

namespace duet::detail {

namespace {

std::optional<std::size_t> product(std::size_t a, std::size_t b) noexcept {
  std::size_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

/// The place with its defaults, in bytes.
/// @param side  "source" or "destination"
/// @throws Error (invalid_argument)
BoxPlace checked_place(const BoxPlace& place, const BoxExtent& extent, std::size_t range_bytes,
                       std::size_t element_bytes, const char* side) {
  const std::size_t elements = range_bytes / element_bytes;
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("copy_box: the box of {} x {} x {} elements in the {} {}", extent.width,
                            extent.height, extent.depth, side, what));
  };
  const std::size_t row = place.row != 0 ? place.row : extent.width;
  if (extent.height > 1 && row < extent.width) {
    refuse(fmt::format("has rows {} elements apart, which overlap", row));
  }
  const std::optional<std::size_t> rows = product(row, extent.height - 1);
  const std::optional<std::size_t> dense = product(row, extent.height);
  const std::size_t slice = place.slice != 0 ? place.slice : dense.value_or(SIZE_MAX);
  const std::optional<std::size_t> slices = product(slice, extent.depth - 1);
  std::size_t end = place.offset;
  const bool fits = rows && slices && !__builtin_add_overflow(end, *rows, &end) &&
                    !__builtin_add_overflow(end, *slices, &end) &&
                    !__builtin_add_overflow(end, extent.width, &end) && end <= elements;
  if (!fits) {
    refuse(
        fmt::format("(offset {}, rows {} and slices {} elements apart) exceeds the range of {} "
                    "elements",
                    place.offset, row, slice, elements));
  }
  if (extent.depth > 1 && slice < *rows + extent.width) {
    refuse(fmt::format("has slices {} elements apart, which overlap", slice));
  }
  return {place.offset * element_bytes, row * element_bytes, slice * element_bytes};
}

/// Whether an interval of `size` steps of `pitch`, moved by about `distance`, meets itself: calls
/// `meets` with what remains of the distance for the two numbers of steps that come closest.
template <typename Meets>
bool any_step(std::int64_t distance, std::int64_t pitch, std::size_t size, const Meets& meets) {
  const std::int64_t below = distance / pitch - (distance % pitch < 0 ? 1 : 0);
  for (const std::int64_t steps : {below, below + 1}) {
    if (static_cast<std::size_t>(std::abs(steps)) < size && meets(distance - steps * pitch)) {
      return true;
    }
  }
  return false;
}

/// Whether boxes with the same distances of rows and slices share bytes. Of other boxes it is not
/// known.
bool overlap(const BoxRequest& box) noexcept {
  if (box.to_row != box.from_row || box.to_slice != box.from_slice) return false;
  const auto distance = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(box.to) -
                                                  reinterpret_cast<std::uintptr_t>(box.from));
  const auto row = static_cast<std::int64_t>(box.to_row);
  const auto slice = static_cast<std::int64_t>(box.to_slice);
  return any_step(distance, slice, box.depth, [&](std::int64_t in_slice) {
    return any_step(in_slice, row, box.height, [&](std::int64_t in_row) {
      return static_cast<std::size_t>(std::abs(in_row)) < box.width;
    });
  });
}

void start(const BoxRequest& box, StreamRef stream) {
  const vendor::BoxCopy parameters = vendor::box_copy(box);
  const DeviceWait wait(stream.device());
  DUET_DRIVER(copy_box, &parameters, static_cast<vendor::StreamHandle>(stream.handle()));
}

}  // namespace

void run_copy_box(StreamRef stream, const CopyRequest& ranges, const BoxPlace& to,
                  const BoxPlace& from, const BoxExtent& extent) {
  if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return;
  const std::size_t size = ranges.element_bytes;
  const BoxPlace target = checked_place(to, extent, ranges.to_bytes, size, "destination");
  const BoxPlace source = checked_place(from, extent, ranges.from_bytes, size, "source");
  CopyRequest touched = ranges;  // the ranges have their own sizes
  touched.to = static_cast<std::byte*>(ranges.to) + target.offset;
  touched.from = static_cast<const std::byte*>(ranges.from) + source.offset;
  touched.to_bytes = touched.from_bytes = extent.width * size;
  BoxRequest box{ranges.direction, touched.to,   target.row,       target.slice,  touched.from,
                 source.row,       source.slice, touched.to_bytes, extent.height, extent.depth};
  if (ranges.direction == CopyDirection::device_to_device && overlap(box)) {
    throw Error(ErrorCode::invalid_argument,
                "copy_box: the source and the destination overlap; copy to a third buffer first");
  }
  check_copy(stream.device(), touched);
  make_current(stream.device());
  // Drivers count the rows from slice to slice.
  if (box.depth == 1 || (box.to_slice % box.to_row == 0 && box.from_slice % box.from_row == 0)) {
    return start(box, stream);
  }
  box.depth = 1;
  for (std::size_t slice = 0; slice < extent.depth; ++slice) {
    start(box, stream);
    box.to = static_cast<std::byte*>(box.to) + box.to_slice;
    box.from = static_cast<const std::byte*>(box.from) + box.from_slice;
  }
}

}  // namespace duet::detail
