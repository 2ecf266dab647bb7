#pragma once

#include <duet/device/matrix/use.hpp>

namespace duet::detail {

/// How operands are loaded from shared memory by instructions for matrices. A vendor specialises it
/// for the types and orders that have them, with
///
///     static constexpr bool exists = true;
///     template <typename Layout>
///     static constexpr bool takes();
///     template <typename Layout, typename Address>
///     __device__ static void run(T* values, Address address);
///
/// @tparam T      the type of the elements, in memory too
/// @tparam Order  RowMajor or ColumnMajor: 16 bytes of neighbours are aligned and adjacent
template <typename T, MatrixUse use, typename Order, typename = int>
struct SharedLoad {
  static constexpr bool exists = false;
  template <typename Layout>
  __host__ __device__ static constexpr bool takes() {
    return false;
  }
};

}  // namespace duet::detail
