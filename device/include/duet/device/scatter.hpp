#pragma once

#include <duet/device/atomic.hpp>
#include <duet/device/indexed_location.hpp>

/// @file
/// Writes elements of an array through indices; OutOfRange says how indices are interpreted. Each
/// call writes one element for the calling thread alone. If several threads write the same element,
/// the values are combined.

namespace duet {

/// Operations that `scatter` uses to write a value into an element. Any function of an address and
/// a value can take their place.
namespace combine {

/// Replaces the element. If several threads write one element, one of their values stays.
struct Assign {
  template <typename T>
  __device__ void operator()(T* address, const T& value) const {
    if constexpr (sizeof(T) <= 8) {
      atomic_store(address, value);
    } else {
      *address = value;
    }
  }
};
/// Adds to the element. Types and rounding are those of `atomic_add`; the order of additions
/// varies.
struct Add {
  template <typename T>
  __device__ void operator()(T* address, const T& value) const {
    atomic_add(address, value);
  }
};
/// Multiplies the element. Takes any type of at most 8 bytes that has a product.
struct Multiply {
  template <typename T>
  __device__ void operator()(T* address, const T& value) const {
    atomic_update(address, [=](T stored) { return T(stored * value); });
  }
};
/// Stores the smaller value. Types and the treatment of NaN are those of `atomic_min`.
struct Minimum {
  template <typename T>
  __device__ void operator()(T* address, const T& value) const {
    atomic_min(address, value);
  }
};
/// Stores the larger value. Types and the treatment of NaN are those of `atomic_max`.
struct Maximum {
  template <typename T>
  __device__ void operator()(T* address, const T& value) const {
    atomic_max(address, value);
  }
};

}  // namespace combine

/// Writes to the element at an index along one dimension.
/// @tparam policy  what to do with an index out of range
/// @param combine      an operation of namespace duet::combine, or void(T* address, const T& value)
/// @param destination  element 0 along that dimension: the array plus the location in the others
/// @param index        of any integer type
/// @param extent       number of elements of the dimension
/// @param stride       distance between neighbours of the dimension, in elements
/// @param value        what to write
template <OutOfRange policy = OutOfRange::skip, typename Combine, typename T, typename I>
__device__ inline void scatter(Combine combine, T* destination, I index, int64_t extent,
                               int64_t stride, const T& value) {
  scatter<policy>(combine, destination, array<I, 1>{{index}}, array<int64_t, 1>{{extent}},
                  array<int64_t, 1>{{stride}}, value);
}

/// Writes to the element at one index for each of several dimensions.
/// @tparam policy  what to do with an index out of range
/// @param combine      an operation of namespace duet::combine, or void(T* address, const T& value)
/// @param destination  element 0 along those dimensions: the array plus the location in the others
/// @param indices      one for each dimension, of any integer type
/// @param extents      number of elements of each dimension
/// @param strides      distance between neighbours of each dimension, in elements
/// @param value        what to write
template <OutOfRange policy = OutOfRange::skip, typename Combine, typename T, typename I, int count>
__device__ inline void scatter(Combine combine, T* destination, const array<I, count>& indices,
                               const array<int64_t, count>& extents,
                               const array<int64_t, count>& strides, const T& value) {
  const IndexedLocation to = indexed_location<policy>(indices, extents, strides);
  if (to.exists) combine(destination + to.location, value);
}

/// Writes one element of NumPy's put_along_axis: the element of `destination` at the coordinates of
/// `element`, but with `index` along `axis`.
/// @tparam policy  what to do with an index out of range
/// @param combine      an operation of namespace duet::combine, or void(T* address, const T& value)
/// @param destination  the indexed array
/// @param element      element of the index array, counted in row-major order
/// @param shape        shape of the index array: that of `destination` except along `axis`
/// @param strides      strides of `destination`, in elements
/// @param dimensions   number of dimensions of both arrays
/// @param axis         0 to dimensions - 1
/// @param index        the index at `element`, of any integer type
/// @param extent       number of elements of `destination` along `axis`
/// @param value        what to write
template <OutOfRange policy = OutOfRange::skip, typename Combine, typename T, typename Index,
          typename I>
__device__ inline void scatter_along(Combine combine, T* destination, Index element,
                                     const Shape& shape, const Strides& strides, int dimensions,
                                     int axis, I index, int64_t extent, const T& value) {
  const IndexedLocation to =
      location_along<policy>(element, shape, strides, dimensions, axis, index, extent);
  if (to.exists) combine(destination + to.location, value);
}

}  // namespace duet
