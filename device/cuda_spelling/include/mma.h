#pragma once

// nvcuda::wmma: products of small matrices by warps. On waves of 32 lanes by the target's matrix
// instructions, if it has them for the types; on waves of 64, and of double, by ordinary arithmetic.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <duet/spelling/wmma/fragment.hpp>

namespace nvcuda::wmma {

template <typename Use, int m, int n, int k, typename T, typename Order>
__device__ inline void fill_fragment(
    fragment<Use, m, n, k, T, Order>& matrix,
    const typename fragment<Use, m, n, k, T, Order>::element_type& value) {
#pragma unroll
  for (auto& element : matrix.x) element = value;
}

/// Loads an operand; the warp's lanes call it together.
/// @param leading  the distance of two rows (columns in column-major order) in elements
template <typename Use, int m, int n, int k, typename T, typename Order, typename U>
__device__ inline void load_matrix_sync(fragment<Use, m, n, k, T, Order>& matrix, const U* from,
                                        unsigned leading) {
  duet::spelling::load_matrix(matrix, from, leading,
                              duet::spelling::is_same_type<Order, row_major>);
}
/// Loads an accumulator.
template <int m, int n, int k, typename T, typename U>
__device__ inline void load_matrix_sync(fragment<accumulator, m, n, k, T>& matrix, const U* from,
                                        unsigned leading, layout_t order) {
  duet::spelling::load_matrix(matrix, from, leading, order == mem_row_major);
}
/// Stores an accumulator; the warp's other lanes see it afterwards.
template <int m, int n, int k, typename T, typename U>
__device__ inline void store_matrix_sync(U* to, const fragment<accumulator, m, n, k, T>& matrix,
                                         unsigned leading, layout_t order) {
  __syncwarp();
  duet::spelling::each_element(
      matrix,
      [&](int i, int row, int column) {
        const long long at = order == mem_row_major ? (long long)row * leading + column
                                                    : (long long)column * leading + row;
        to[at] = matrix.x[i];
      },
      [](int) {});
  __syncwarp();
}

/// d = a · b + c.
/// @param saturate  integers end at the least and greatest one instead of wrapping
template <int m, int n, int k, typename T, typename OrderA, typename OrderB, typename C, typename D>
__device__ inline void mma_sync(fragment<accumulator, m, n, k, D>& d,
                                const fragment<matrix_a, m, n, k, T, OrderA>& a,
                                const fragment<matrix_b, m, n, k, T, OrderB>& b,
                                const fragment<accumulator, m, n, k, C>& c, bool saturate = false) {
  static_assert(duet::spelling::can_be_multiplied<T>(m, n, k),
                "mma_sync has the shapes 16x16x16, 32x8x16 and 8x32x16 for types of 8 and 16 bits, "
                "16x16x8 for tf32, 8x8x4 for double");
  using A = fragment<matrix_a, m, n, k, T, OrderA>;
  using B = fragment<matrix_b, m, n, k, T, OrderB>;
  using Sum = duet::detail::conditional<duet::spelling::is_same_type<C, D>, D, float>;
  using Sums = fragment<accumulator, m, n, k, Sum>;
  using Multiplied = typename duet::spelling::WarpElement<T>::Multiplied;
  constexpr bool can_saturate = duet::spelling::is_same_type<Sum, int>;
  const bool adds_later = can_saturate && saturate;
  Multiplied left[A::num_elements], right[B::num_elements];
  Sums sums;
#pragma unroll
  for (int i = 0; i < A::num_elements; ++i) left[i] = Multiplied(a.x[i]);
#pragma unroll
  for (int i = 0; i < B::num_elements; ++i) right[i] = Multiplied(b.x[i]);
#pragma unroll
  for (int i = 0; i < Sums::num_elements; ++i) sums.x[i] = adds_later ? Sum(0.0f) : Sum(c.x[i]);
  Sums::Place::template multiply_add<typename A::Place::Layout, typename B::Place::Layout>(
      sums.x, left, right);
#pragma unroll
  for (int i = 0; i < Sums::num_elements; ++i) {
    if constexpr (can_saturate) {
      const long long sum = (long long)sums.x[i] + (adds_later ? c.x[i] : 0);
      constexpr long long greatest = 0x7fffffff;
      d.x[i] = int(sum > greatest ? greatest : sum < -greatest - 1 ? -greatest - 1 : sum);
    } else {
      d.x[i] = D(sums.x[i]);
    }
  }
}

/// The nearest number of TensorFloat-32.
__device__ inline float __float_to_tf32(float x) { return float(duet::tf32(x)); }

}  // namespace nvcuda::wmma
