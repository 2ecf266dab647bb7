#pragma once

#include <duet/device/integers.hpp>

namespace duet {

/// An array of fixed size with the layout of std::array, which the host passes for it: shapes and
/// strides as kernel arguments.
/// @tparam T  element type
/// @tparam N  number of elements, at least 1
template <typename T, int N>
struct array {
  static_assert(N > 0, "an empty array cannot be a kernel argument");
  T values[N];  ///< The elements, in order.

  /// An element; the index is not checked.
  __host__ __device__ constexpr T& operator[](int i) { return values[i]; }
  /// An element; the index is not checked.
  __host__ __device__ constexpr const T& operator[](int i) const { return values[i]; }
  /// The number of elements.
  __host__ __device__ static constexpr int size() { return N; }
};

}  // namespace duet
