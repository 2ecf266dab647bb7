#pragma once

#include <duet/device/indexed_location.hpp>

// Reading where indices lead; see OutOfRange for the rules. Each call reads one element, for the
// calling thread alone.

namespace duet {

namespace detail {
template <typename T>
__device__ inline T read_or(const T* source, const IndexedLocation& from, const T& fallback) {
  return from.exists ? source[from.location] : fallback;
}
}  // namespace detail

/// The element that an index along one dimension leads to: `take`.
/// @param source          its element 0 along that dimension; add the location in the others
/// @param extent, stride  of the dimension, in elements
/// @param fallback        the result where there is no element
template <OutOfRange policy = OutOfRange::skip, typename T, typename I>
__device__ inline T gather(const T* source, I index, int64_t extent, int64_t stride,
                           T fallback = T()) {
  return gather<policy>(source, array<I, 1>{{index}}, array<int64_t, 1>{{extent}},
                        array<int64_t, 1>{{stride}}, fallback);
}

/// The element that one index for each of several dimensions leads to: x[i, j, …].
/// @param source            its element 0 along those dimensions; add the location in the others
/// @param extents, strides  of the dimensions, in the order of the indices
/// @param fallback          the result where an index leads to no element
template <OutOfRange policy = OutOfRange::skip, typename T, typename I, int count>
__device__ inline T gather(const T* source, const array<I, count>& indices,
                           const array<int64_t, count>& extents,
                           const array<int64_t, count>& strides, T fallback = T()) {
  return detail::read_or(source, indexed_location<policy>(indices, extents, strides), fallback);
}

/// Element `element` of NumPy's take_along_axis: its own coordinates, but along `axis` the index.
/// The parameters are those of `location_along`.
/// @param fallback  the result where the index leads to no element
template <OutOfRange policy = OutOfRange::skip, typename T, typename Index, typename I>
__device__ inline T gather_along(const T* source, Index element, const Shape& shape,
                                 const Strides& strides, int dimensions, int axis, I index,
                                 int64_t extent, T fallback = T()) {
  return detail::read_or(
      source, location_along<policy>(element, shape, strides, dimensions, axis, index, extent),
      fallback);
}

}  // namespace duet
