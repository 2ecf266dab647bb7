#pragma once

#include <duet/device/indexing.hpp>

// Where indices that are data lead: what gather.hpp reads and scatter.hpp writes.

namespace duet {

/// What becomes of an index that leads to no element. Before that, negative ones count from the
/// end, as in Python: -1 is the last element, -extent the first.
enum class OutOfRange {
  unchecked,  ///< the caller knows that there is none
  wrap,       ///< modulo the extent, as if the array were repeated in both directions
  clamp,      ///< the nearest element
  skip        ///< none: gather gives its fallback, scatter writes nothing
};

/// The element that an index means.
/// @param index   any integer type
/// @param extent  elements of the dimension
/// @returns 0 to extent - 1; or -1 if there is no such element: for `skip`, and where the extent
///          is 0 for `wrap` and `clamp`
template <OutOfRange policy, typename I>
__device__ inline int64_t index_position(I index, int64_t extent) {
  constexpr bool is_signed = I(-1) < I(0);
  int64_t position = int64_t(index);
  if constexpr (is_signed) {
    if (position < 0) position += extent;
  }
  // As unsigned numbers, so that one comparison finds both ends.
  if (policy == OutOfRange::unchecked || uint64_t(position) < uint64_t(extent)) return position;
  if (policy == OutOfRange::skip || extent == 0) return -1;
  const bool is_below = is_signed && position < 0;
  if constexpr (policy == OutOfRange::wrap) {
    if (is_below) return extent - 1 - int64_t(uint64_t(-(position + 1)) % uint64_t(extent));
    return int64_t(uint64_t(position) % uint64_t(extent));
  }
  return is_below ? 0 : extent - 1;
}

/// Where indices lead.
struct IndexedLocation {
  int64_t location;  ///< distance in elements; 0 if there is no element
  bool exists;       ///< false where an index is out of range and the policy is to tell
};

/// Where one index for each of `count` dimensions leads.
/// @param indices           as they were read from index arrays, of any integer type
/// @param extents, strides  of the dimensions that are indexed, in the order of the indices
template <OutOfRange policy, typename I, int count>
__device__ inline IndexedLocation indexed_location(const array<I, count>& indices,
                                                   const array<int64_t, count>& extents,
                                                   const array<int64_t, count>& strides) {
  IndexedLocation result{0, true};
  for (int k = 0; k < count; ++k) {
    const int64_t position = index_position<policy>(indices[k], extents[k]);
    if (policy != OutOfRange::unchecked && position < 0) return {0, false};
    result.location += position * strides[k];
  }
  return result;
}

/// Where an element lies if an index stands for its coordinate along one axis.
/// @param element        of the index array, in row-major order
/// @param shape          of the index array: that of the indexed array, but along `axis`
/// @param strides        of the indexed array
/// @param axis           0 to dimensions - 1
/// @param index, extent  the index at `element`, and the indexed array's extent along the axis
template <OutOfRange policy, typename Index, typename I>
__device__ inline IndexedLocation location_along(Index element, const Shape& shape,
                                                 const Strides& strides, int dimensions, int axis,
                                                 I index, int64_t extent) {
  const int64_t position = index_position<policy>(index, extent);
  if (policy != OutOfRange::unchecked && position < 0) return {0, false};
  int64_t result = position * strides[axis];
  detail::each_coordinate(element, shape, dimensions, [&](int d, Index coordinate) {
    if (d != axis) result += int64_t(coordinate) * strides[d];
  });
  return {result, true};
}

}  // namespace duet
