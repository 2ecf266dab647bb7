#pragma once

#include <duet/device/array.hpp>
#include <duet/device/integers.hpp>

/// @file
/// Locations of elements in strided arrays. Elements are counted in row-major order: the last
/// dimension varies fastest. Strides are in elements; stride 0 repeats the elements (broadcasting),
/// negative strides walk backwards.
///
/// `Index` is the type that elements are counted in, uint32_t or uint64_t. Finding an element costs
/// divisions, which take several times as long with 64 bits. 32 bits suffice for up to 2^32
/// elements that are less than 2^31 elements away from the first.
///
/// Extents and strides may have any integer type. The host passes std::array of the same length.

namespace duet {

/// The largest number of dimensions of an array, also on the host (duet/array_view.hpp).
inline constexpr int max_dimensions = 8;

/// Extents by dimension. Those from the array's number of dimensions on are not used.
using Shape = array<int64_t, max_dimensions>;
/// Strides by dimension, in elements.
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
  // Every d is a constant after unrolling, so the arrays need not be in memory.
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

/// A distance from an array's first element, in elements: signed, as wide as `Index`.
template <typename Index>
using signed_index = typename detail::SignedIndex<Index>::type;

/// The coordinates of an element; 0 from `dimensions` on.
/// @param element     counted in row-major order, less than the product of the extents
/// @param shape       extents by dimension
/// @param dimensions  number of dimensions, 0 to N
template <typename Index, typename Extent, int N>
__device__ inline array<Index, N> coordinates(Index element, const array<Extent, N>& shape,
                                              int dimensions) {
  array<Index, N> result{};
  detail::each_coordinate(element, shape, dimensions,
                          [&](int d, Index coordinate) { result[d] = coordinate; });
  return result;
}

/// The locations of an element in several arrays of one shape, found with one chain of divisions.
/// @param element     counted in row-major order, less than the product of the extents
/// @param shape       extents by dimension
/// @param dimensions  number of dimensions, 0 to N; an array without dimensions has one element
/// @param strides     strides of each array, in elements
/// @returns for each array the distance from its first element, in elements
template <typename Index, typename Extent, int N, typename... Stride>
__device__ inline array<signed_index<Index>, int(sizeof...(Stride))> locations(
    Index element, const array<Extent, N>& shape, int dimensions,
    const array<Stride, N>&... strides) {
  // Unsigned, so that walking backwards wraps around instead of overflowing.
  array<Index, int(sizeof...(Stride))> sums{};
  detail::each_coordinate(element, shape, dimensions, [&](int d, Index coordinate) {
    int k = 0;
    ((sums[k++] += coordinate * Index(strides[d])), ...);
  });
  array<signed_index<Index>, int(sizeof...(Stride))> result{};
  for (int k = 0; k < int(sizeof...(Stride)); ++k) result[k] = signed_index<Index>(sums[k]);
  return result;
}

/// The locations for a number of dimensions that is known at compile time; the loop is unrolled.
template <typename Index, int dimensions, typename Extent, int N, typename... Stride>
__device__ inline array<signed_index<Index>, int(sizeof...(Stride))> locations(
    Index element, const array<Extent, N>& shape, const array<Stride, N>&... strides) {
  static_assert(dimensions >= 0 && dimensions <= N, "more dimensions than the shape has room for");
  return locations<Index>(element, shape, dimensions, strides...);
}

/// The location of an element.
/// @param element     counted in row-major order, less than the product of the extents
/// @param shape       extents by dimension
/// @param strides     in elements, by dimension
/// @param dimensions  number of dimensions, 0 to N; an array without dimensions has one element
/// @returns the distance from the array's first element, in elements
template <typename Index, typename Extent, typename Stride, int N>
__device__ inline signed_index<Index> location(Index element, const array<Extent, N>& shape,
                                               const array<Stride, N>& strides, int dimensions) {
  return locations<Index>(element, shape, dimensions, strides)[0];
}

/// The location for a number of dimensions that is known at compile time.
template <typename Index, int dimensions, typename Extent, typename Stride, int N>
__device__ inline signed_index<Index> location(Index element, const array<Extent, N>& shape,
                                               const array<Stride, N>& strides) {
  return locations<Index, dimensions>(element, shape, strides)[0];
}

}  // namespace duet
