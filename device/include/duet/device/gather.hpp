#pragma once

#include <duet/device/indexed_location.hpp>

/// @file
/// Reads elements of an array through indices; OutOfRange says how indices are interpreted. Each
/// call reads one element for the calling thread alone.

namespace duet {

namespace detail {
template <typename T>
__device__ inline T read_or(const T* source, const IndexedLocation& from, const T& fallback) {
  return from.exists ? source[from.location] : fallback;
}
}  // namespace detail

/// Reads the element at an index along one dimension, like NumPy's `take`.
/// @tparam policy  what to do with an index out of range
/// @param source    element 0 along that dimension: the array plus the location in the other
/// dimensions
/// @param index     of any integer type
/// @param extent    number of elements of the dimension
/// @param stride    distance between neighbours of the dimension, in elements
/// @param fallback  the result if there is no such element
/// @returns the element or `fallback`
template <OutOfRange policy = OutOfRange::skip, typename T, typename I>
__device__ inline T gather(const T* source, I index, int64_t extent, int64_t stride,
                           T fallback = T()) {
  return gather<policy>(source, array<I, 1>{{index}}, array<int64_t, 1>{{extent}},
                        array<int64_t, 1>{{stride}}, fallback);
}

/// Reads the element at one index for each of several dimensions: x[i, j, …].
/// @tparam policy  what to do with an index out of range
/// @param source    element 0 along those dimensions: the array plus the location in the others
/// @param indices   one for each dimension, of any integer type
/// @param extents   number of elements of each dimension
/// @param strides   distance between neighbours of each dimension, in elements
/// @param fallback  the result if there is no such element
/// @returns the element or `fallback`
template <OutOfRange policy = OutOfRange::skip, typename T, typename I, int count>
__device__ inline T gather(const T* source, const array<I, count>& indices,
                           const array<int64_t, count>& extents,
                           const array<int64_t, count>& strides, T fallback = T()) {
  return detail::read_or(source, indexed_location<policy>(indices, extents, strides), fallback);
}

/// Computes one element of NumPy's take_along_axis: the element of `source` at the coordinates of
/// `element`, but with `index` along `axis`.
/// @tparam policy  what to do with an index out of range
/// @param source      the indexed array
/// @param element     element of the index array, counted in row-major order
/// @param shape       shape of the index array: that of `source` except along `axis`
/// @param strides     strides of `source`, in elements
/// @param dimensions  number of dimensions of both arrays
/// @param axis        0 to dimensions - 1
/// @param index       the index at `element`, of any integer type
/// @param extent      number of elements of `source` along `axis`
/// @param fallback    the result if there is no such element
/// @returns the element or `fallback`
template <OutOfRange policy = OutOfRange::skip, typename T, typename Index, typename I>
__device__ inline T gather_along(const T* source, Index element, const Shape& shape,
                                 const Strides& strides, int dimensions, int axis, I index,
                                 int64_t extent, T fallback = T()) {
  return detail::read_or(
      source, location_along<policy>(element, shape, strides, dimensions, axis, index, extent),
      fallback);
}

}  // namespace duet
