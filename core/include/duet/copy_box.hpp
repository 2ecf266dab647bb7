#pragma once

#include <cstddef>

#include <duet/copy.hpp>
#include <duet/export.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

/// The size of a box in elements: `width` elements side by side in memory, in each of `height` rows
/// of each of `depth` slices.
struct BoxExtent {
  std::size_t width = 0;   ///< Elements of a row.
  std::size_t height = 1;  ///< Rows of a slice.
  std::size_t depth = 1;   ///< Slices.
};

/// Where a box lies in a range. All numbers are in elements.
struct BoxPlace {
  std::size_t offset = 0;  ///< of the box's first element
  std::size_t row = 0;     ///< from one row to the next; 0: the box's width
  std::size_t slice = 0;   ///< from one slice to the next; 0: `row` times the box's height
};

namespace detail {

/// A copy of a box without its types. Sizes are in bytes.
struct BoxRequest {
  CopyDirection direction;
  void* to;
  std::size_t to_row;
  std::size_t to_slice;
  const void* from;
  std::size_t from_row;
  std::size_t from_slice;
  std::size_t width;
  std::size_t height;
  std::size_t depth;
};
/// Checks the box and copies it.
/// @param ranges  that contain the boxes
void run_copy_box(StreamRef stream, const CopyRequest& ranges, const BoxPlace& to,
                  const BoxPlace& from, const BoxExtent& extent);

}  // namespace detail

/// Copies a box of two or three dimensions, such as a part of a matrix or an image with padded
/// rows, in the order of `stream`. Asynchronous as `copy`, with the same rules for host memory.
/// Thread-safety: any thread.
///
///     // the upper left 8 x 16 elements of a matrix with 1000 columns, to a dense array
///     copy_box(stream, tile, {}, matrix, {.row = 1000}, {16, 8});
///
/// @param stream      where the copy is enqueued
/// @param to          the destination; at least one side must be in device memory
/// @param to_place    where the box goes in `to`
/// @param from        the source, with the same type of elements
/// @param from_place  where the box lies in `from`
/// @param extent      the size of the box; nothing is copied if it is empty
/// @throws Error  invalid_argument if a box does not lie inside its range, if its rows or slices
///                overlap each other, if both boxes overlap, or if all device memory is of other
///                devices than the stream
template <detail::CopyRange To, detail::CopyRange From>
void copy_box(StreamRef stream, To&& to, const BoxPlace& to_place, From&& from,
              const BoxPlace& from_place, const BoxExtent& extent) {
  detail::require_lasting<To, From>();
  detail::run_copy_box(stream, detail::copy_request(to, from), to_place, from_place, extent);
}

}  // namespace duet
DUET_API_END
