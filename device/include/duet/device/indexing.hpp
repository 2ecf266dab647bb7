#pragma once

#include <duet/device/array.hpp>
#include <duet/device/integers.hpp>

// Where the elements of strided arrays lie. Elements are counted in row-major order: the last
// dimension runs fastest. Strides are in elements; 0 repeats what a dimension has (broadcasting),
// negative ones walk backwards.
//
// `Index` is the type that elements are counted in, uint32_t or uint64_t. Divisions are what
// finding an element costs, and those of 64 bits take several times as long. 32 bits do for up to
// 2^32 elements that lie less than 2^31 elements away from the first.
//
// Extents and strides may have any integer type; the host passes std::array of the same length.

namespace duet {

/// The most dimensions that an array has, on the host too (duet/array_view.hpp).
inline constexpr int max_dimensions = 8;

/// Extents by dimension. Those behind the array's dimensions are not looked at.
using Shape = array<int64_t, max_dimensions>;
/// Steps by dimension, in elements.
using Strides = array<int64_t, max_dimensions>;

namespace detail {
template <typename Index>
struct SignedIndex {
  static_assert(sizeof(Index) == 0, "elements are counted in uint32_t or uint64_t");
};
template <>
struct SignedIndex<uint32_t> {
  using type = int32_t;
};
template <>
struct SignedIndex<uint64_t> {
  using type = int64_t;
};

/// Calls `visit(dimension, coordinate)` for each dimension, the last one first.
template <typename Index, typename Extent, int N, typename Visit>
__device__ inline void each_coordinate(Index element, const array<Extent, N>& shape, int dimensions,
                                       Visit visit) {
  // Every d is a constant once this is unrolled: what is indexed by it need not lie in memory.
#pragma unroll
  for (int d = N - 1; d > 0; --d) {
    if (d >= dimensions) continue;
    const Index extent = Index(shape[d]);
    const Index rest = element / extent;
    visit(d, element - rest * extent);
    element = rest;
  }
  if (dimensions > 0) visit(0, element);
}
}  // namespace detail

/// The distance from an array's first element, in elements: signed, as wide as `Index`.
template <typename Index>
using signed_index = typename detail::SignedIndex<Index>::type;

/// The coordinates of an element; 0 behind `dimensions`.
/// @param element     counted in row-major order, less than the product of the extents
/// @param dimensions  0 to N
template <typename Index, typename Extent, int N>
__device__ inline array<Index, N> coordinates(Index element, const array<Extent, N>& shape,
                                              int dimensions) {
  array<Index, N> result{};
  detail::each_coordinate(element, shape, dimensions,
                          [&](int d, Index coordinate) { result[d] = coordinate; });
  return result;
}

/// Where an element lies in several arrays of one shape, found with one chain of divisions.
/// @param element     counted in row-major order, less than the product of the extents
/// @param dimensions  0 to N; an array without dimensions has one element
/// @param strides     of each array
/// @returns as many distances from the arrays' first elements, in elements
template <typename Index, typename Extent, int N, typename... Stride>
__device__ inline array<signed_index<Index>, int(sizeof...(Stride))> locations(
    Index element, const array<Extent, N>& shape, int dimensions,
    const array<Stride, N>&... strides) {
  // Unsigned, so that backwards is a wrap and not an overflow.
  array<Index, int(sizeof...(Stride))> sums{};
  detail::each_coordinate(element, shape, dimensions, [&](int d, Index coordinate) {
    int k = 0;
    ((sums[k++] += coordinate * Index(strides[d])), ...);
  });
  array<signed_index<Index>, int(sizeof...(Stride))> result{};
  for (int k = 0; k < int(sizeof...(Stride)); ++k) result[k] = signed_index<Index>(sums[k]);
  return result;
}

/// The same for a number of dimensions known when the kernel is compiled: no loop is left.
template <typename Index, int dimensions, typename Extent, int N, typename... Stride>
__device__ inline array<signed_index<Index>, int(sizeof...(Stride))> locations(
    Index element, const array<Extent, N>& shape, const array<Stride, N>&... strides) {
  static_assert(dimensions >= 0 && dimensions <= N, "more dimensions than the shape has room for");
  return locations<Index>(element, shape, dimensions, strides...);
}

/// Where an element lies.
/// @param element     counted in row-major order, less than the product of the extents
/// @param dimensions  0 to N; an array without dimensions has one element
/// @returns the distance from the array's first element, in elements
template <typename Index, typename Extent, typename Stride, int N>
__device__ inline signed_index<Index> location(Index element, const array<Extent, N>& shape,
                                               const array<Stride, N>& strides, int dimensions) {
  return locations<Index>(element, shape, dimensions, strides)[0];
}

/// The same for a number of dimensions known when the kernel is compiled.
template <typename Index, int dimensions, typename Extent, typename Stride, int N>
__device__ inline signed_index<Index> location(Index element, const array<Extent, N>& shape,
                                               const array<Stride, N>& strides) {
  return locations<Index, dimensions>(element, shape, strides)[0];
}

}  // namespace duet
