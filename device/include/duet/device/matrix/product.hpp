#pragma once

#include <duet/device/matrix/convert.hpp>
#include <duet/device/matrix/tile.hpp>

namespace duet {

namespace detail {

/// The product by ordinary arithmetic. Each lane holds all elements of the operands that it needs.
template <typename Accumulator, typename Left, typename Right>
struct PlainProduct {
  using C = typename Accumulator::Fragment;
  using A = typename Left::Fragment;
  using B = typename Right::Fragment;

  /// Adds the product of a row of `a` and a column of `b`, whose elements lie one after the other.
  template <typename Sum, typename T, typename U>
  __device__ static Sum add_row(Sum sum, const T* a, const U* b) {
#pragma unroll
    for (int k = 0; k < A::columns; ++k) {
      sum += matrix_cast_element<Sum>(a[k]) * matrix_cast_element<Sum>(b[k]);
    }
    return sum;
  }
  template <typename Sum, typename T, typename U>
  __device__ static void multiply_add(Sum* c, const T* a, const U* b) {
    using Number = PlainSum<Sum>;
#pragma unroll
    for (int i = 0; i < C::size; ++i) {
      const Position at = spread<C::index_map>(unsigned(i));
      const T* const row = a + collect<A::index_map>(at & 0xffffu, 0);
      const U* const column = b + collect<B::index_map>(at & ~0xffffu, 0);
      c[i] = Sum(add_row(Number(c[i]), row, column));
    }
  }
};

/// The product of tiles: fragments of the depth outermost, so that consecutive instructions do not
/// wait for each other, and rows back and forth, so that they share an operand.
template <typename Accumulator, typename Left, typename Right>
struct TileProduct {
  static constexpr int depth = Left::Fragment::columns;

  template <int fragments, typename C, typename A, typename B>
  __device__ static void step(C* c, const A* a, const B* b, int k) {
#pragma unroll
    for (int i = 0; i < Left::down; ++i) {
#pragma unroll
      for (int n = 0; n < Right::across; ++n) {
        const int j = i % 2 == 0 ? n : Right::across - 1 - n;
        C* const sum = c + Accumulator::fragment(i, j);
        const A* const row = a + Left::fragment(i, k);
        const B* const column = b + Right::fragment(k, j);
        if constexpr (has_instruction<A> && has_instruction<B>) {
          vendor::MatrixUnit::multiply_add<depth, fragments>(sum, row, column);
        } else {
          PlainProduct<Accumulator, Left, Right>::multiply_add(sum, row, column);
        }
      }
    }
  }
  template <typename C, typename A, typename B>
  __device__ static void run(C* c, const A* a, const B* b) {
    constexpr int most = vendor::MatrixUnit::most_fragments<A, B>(),
                  whole = Left::across / most * most;
#pragma unroll
    for (int k = 0; k < whole; k += most) step<most>(c, a, b, k);
#pragma unroll
    for (int k = whole; k < Left::across; ++k) step<1>(c, a, b, k);
  }
};

}  // namespace detail

/// C += A · B by the target's matrix instructions, or by ordinary arithmetic where it has none for
/// the types. Sums of float are not rounded in a defined order; those of integers wrap.
/// @tparam C  the type of sums: float for half, bfloat16, tf32, float and 8-bit floating-point
/// types, half
///            for half and those of 8 bits, double for double, int32_t for int8_t and uint8_t
/// @tparam A  the type of both operands; those of 8 bits may be mixed, floating-point types or
/// integers
template <typename C, typename A, typename B, int rows, int columns, int depth>
__device__ inline void multiply_add(AccumulatorTile<C, rows, columns>& c,
                                    const LeftTile<A, rows, depth>& a,
                                    const RightTile<B, depth, columns>& b) {
  static_assert(detail::can_multiply<A, B, C>,
                "no product has operands and sums of these types; see duet::multiply_add");
  if constexpr (detail::is_float8<A> &&
                !(detail::has_instruction<A> && detail::has_instruction<B>)) {
    multiply_add(c, matrix_cast<LeftTile<half, rows, depth>>(a),
                 matrix_cast<RightTile<half, depth, columns>>(b));
  } else {
    detail::TileProduct<typename AccumulatorTile<C, rows, columns>::Layout,
                        typename LeftTile<A, rows, depth>::Layout,
                        typename RightTile<B, depth, columns>::Layout>::run(c.values, a.values,
                                                                            b.values);
  }
}

}  // namespace duet
