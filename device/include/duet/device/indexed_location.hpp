#pragma once

#include <duet/device/indexing.hpp>

/// @file
/// Locations of elements that are given by indices in memory; gather.hpp reads and scatter.hpp
/// writes them.

namespace duet {

/// What happens with an index out of range. Before that, negative indices count from the end, as in
/// Python: -1 is the last element, -extent the first.
enum class OutOfRange {
  unchecked,  ///< Nothing: the caller guarantees that there is none.
  wrap,       ///< It is taken modulo the extent.
  clamp,      ///< It becomes the nearest element.
  skip        ///< It is skipped: gather returns its fallback, scatter writes nothing.
};

/// The element that an index selects.
/// @tparam policy  what to do with an index out of range
/// @param index   of any integer type
/// @param extent  number of elements of the dimension
/// @returns 0 to extent - 1; or -1 if there is no such element: for `skip`, and for `wrap` and
/// `clamp`
///          if the extent is 0
template <OutOfRange policy, typename I>
__device__ inline int64_t index_position(I index, int64_t extent) {
  constexpr bool is_signed = I(-1) < I(0);
  int64_t position = int64_t(index);
  if constexpr (is_signed) {
    if (position < 0) position += extent;
  }
  // One unsigned comparison checks both ends.
  if (policy == OutOfRange::unchecked || uint64_t(position) < uint64_t(extent)) return position;
  if (policy == OutOfRange::skip || extent == 0) return -1;
  const bool is_below = is_signed && position < 0;
  if constexpr (policy == OutOfRange::wrap) {
    if (is_below) return extent - 1 - int64_t(uint64_t(-(position + 1)) % uint64_t(extent));
    return int64_t(uint64_t(position) % uint64_t(extent));
  }
  return is_below ? 0 : extent - 1;
}

/// The location that indices lead to.
struct IndexedLocation {
  int64_t location;  ///< Distance from element 0, in elements; 0 if there is no element.
  bool exists;       ///< False if an index is out of range and the policy is skip.
};

/// The location that one index for each of `count` dimensions leads to.
/// @tparam policy  what to do with an index out of range
/// @param indices  one for each dimension, of any integer type
/// @param extents  number of elements of each dimension
/// @param strides  distance between neighbours of each dimension, in elements
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

/// The location of an element whose coordinate along one axis is replaced by an index.
/// @tparam policy  what to do with an index out of range
/// @param element     element of the index array, counted in row-major order
/// @param shape       shape of the index array: that of the indexed array except along `axis`
/// @param strides     strides of the indexed array, in elements
/// @param dimensions  number of dimensions of both arrays
/// @param axis        0 to dimensions - 1
/// @param index       the index at `element`, of any integer type
/// @param extent      number of elements of the indexed array along `axis`
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
