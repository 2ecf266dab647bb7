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
  // Drivers refuse short distances also where there is one row or one slice, and they mean nothing.
  const std::size_t used_row = extent.height > 1 ? row : extent.width;
  const std::size_t used_slice = extent.depth > 1 ? slice : used_row * extent.height;
  return {place.offset * element_bytes, used_row * element_bytes, used_slice * element_bytes};
}

/// Looks for a number of steps of `pitch` that leads near the end of a distance: calls `meets` with
/// what remains of the distance for the two numbers that come closest.
/// @param least, most  the numbers of steps that there are; without any, the pitch means nothing
template <typename Meets>
bool any_step(std::int64_t distance, std::size_t pitch, std::int64_t least, std::int64_t most,
              const Meets& meets) {
  if (most == 0) return meets(distance);
  const auto step = static_cast<std::int64_t>(pitch);
  const std::int64_t below = distance / step - (distance % step < 0 ? 1 : 0);
  for (const std::int64_t steps : {below, below + 1}) {
    if (steps >= least && steps <= most && meets(distance - steps * step)) return true;
  }
  return false;
}

/// Whether a row at a distance from the first row of the source box shares bytes with one of its
/// rows.
/// @param is_box  whether the row is the first one of a box with the source's distances of rows and
///                slices, any of whose rows counts
bool meets_source(const BoxRequest& box, std::int64_t distance, bool is_box) noexcept {
  const auto slices = static_cast<std::int64_t>(box.depth) - 1;
  const auto rows = static_cast<std::int64_t>(box.height) - 1;
  const auto meets_row = [&](std::int64_t in_row) {
    return static_cast<std::size_t>(std::abs(in_row)) < box.width;
  };
  const auto meets_slice = [&](std::int64_t in_slice) {
    return any_step(in_slice, box.from_row, is_box ? -rows : 0, rows, meets_row);
  };
  return any_step(distance, box.from_slice, is_box ? -slices : 0, slices, meets_slice);
}

/// The number of bytes from the beginning of a box to its last row.
std::size_t to_last_row(const BoxRequest& box, std::size_t row, std::size_t slice) noexcept {
  return (box.depth - 1) * slice + (box.height - 1) * row;
}

/// Whether the boxes share bytes.
bool overlap(const BoxRequest& box) noexcept {
  const auto distance = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(box.to) -
                                                  reinterpret_cast<std::uintptr_t>(box.from));
  const bool is_alike = (box.to_row == box.from_row || box.height == 1) &&
                        (box.to_slice == box.from_slice || box.depth == 1);
  if (is_alike) return meets_source(box, distance, true);
  const std::size_t to_end = to_last_row(box, box.to_row, box.to_slice) + box.width;
  const std::size_t from_end = to_last_row(box, box.from_row, box.from_slice) + box.width;
  if (distance < 0 ? static_cast<std::size_t>(-distance) >= to_end
                   : static_cast<std::size_t>(distance) >= from_end) {
    return false;
  }
  for (std::size_t slice = 0; slice < box.depth; ++slice) {
    for (std::size_t row = 0; row < box.height; ++row) {
      const std::size_t at = slice * box.to_slice + row * box.to_row;
      if (meets_source(box, distance + static_cast<std::int64_t>(at), false)) return true;
    }
  }
  return false;
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
  touched.to = static_cast<std::byte*>(box.to) + to_last_row(box, box.to_row, box.to_slice);
  touched.from =
      static_cast<const std::byte*>(box.from) + to_last_row(box, box.from_row, box.from_slice);
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
