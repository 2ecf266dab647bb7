#pragma once

#include <duet/device/atomic.hpp>
#include <duet/device/indexed_location.hpp>

// Writing where indices lead; see OutOfRange for the rules. Each call writes one element, for the
// calling thread alone. Several threads may write the same element: what they write is combined.

namespace duet {

/// What writing a value into an element does, for `scatter`: any function of an address and a
/// value.
namespace combine {

/// The value replaces the element. Of several that threads write to one element, any may stay.
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
/// The types are those of `atomic_add`, as are the rules of rounding; sums have any order.
struct Add {
  template <typename T>
  __device__ void operator()(T* address, const T& value) const {
    atomic_add(address, value);
  }
};
/// Any type that has a product and at most 8 bytes.
struct Multiply {
  template <typename T>
  __device__ void operator()(T* address, const T& value) const {
    atomic_update(address, [=](T stored) { return T(stored * value); });
  }
};
/// The types are those of `atomic_min`, as is the rule of NaN.
struct Minimum {
  template <typename T>
  __device__ void operator()(T* address, const T& value) const {
    atomic_min(address, value);
  }
};
/// The types are those of `atomic_max`, as is the rule of NaN.
struct Maximum {
  template <typename T>
  __device__ void operator()(T* address, const T& value) const {
    atomic_max(address, value);
  }
};

}  // namespace combine

/// Writes into the element that an index along one dimension leads to.
/// @param combine         one of namespace duet::combine, or a function of the same kind
/// @param destination     its element 0 along that dimension; add the location in the others
/// @param extent, stride  of the dimension, in elements
template <OutOfRange policy = OutOfRange::skip, typename Combine, typename T, typename I>
__device__ inline void scatter(Combine combine, T* destination, I index, int64_t extent,
                               int64_t stride, const T& value) {
  scatter<policy>(combine, destination, array<I, 1>{{index}}, array<int64_t, 1>{{extent}},
                  array<int64_t, 1>{{stride}}, value);
}

/// Writes into the element that one index for each of several dimensions leads to.
/// @param combine           one of namespace duet::combine, or a function of the same kind
/// @param destination       its element 0 along those dimensions; add the location in the others
/// @param extents, strides  of the dimensions, in the order of the indices
template <OutOfRange policy = OutOfRange::skip, typename Combine, typename T, typename I, int count>
__device__ inline void scatter(Combine combine, T* destination, const array<I, count>& indices,
                               const array<int64_t, count>& extents,
                               const array<int64_t, count>& strides, const T& value) {
  const IndexedLocation to = indexed_location<policy>(indices, extents, strides);
  if (to.exists) combine(destination + to.location, value);
}

/// Writes element `element` of NumPy's put_along_axis: at its own coordinates, but along `axis` at
/// the index. The other parameters are those of `location_along`.
/// @param combine  one of namespace duet::combine, or a function of the same kind
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
