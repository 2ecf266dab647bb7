#pragma once

#include <duet/device/detail/matrix/bit_layout.hpp>
#include <duet/device/detail/matrix/element.hpp>
#include <duet/device/vendor/cuda/matrix_load.hpp>
#include <duet/device/vendor/cuda/mma.hpp>

namespace duet::vendor {

// Layouts as the PTX manual gives them for mma.m16n8k…. For numbers of 32 and 64 bits, columns of
// the left operand are exchanged with those that an accumulator's lane holds; products do not
// depend on it, since rows of the right one are exchanged, too.

/// Left operands: rows 0 to 7 in lanes, and rows 8 to 15 in the next elements.
template <typename T, int depth>
struct MatrixLeft;
template <typename T>
struct MatrixLeft<T, 16> {
  static constexpr bool is_byte = sizeof(T) == 1;
  static constexpr detail::BitMap high = is_byte ? 0 : detail::bits(1, detail::column_bit(3));
  static constexpr detail::BitMap lanes =
      detail::bits(2, detail::column_bit(is_byte ? 2 : 1), detail::bits(3, detail::row_bit(0)));
  static constexpr detail::BitMap left = detail::bits(is_byte ? 2 : 1, detail::column_bit(0),
                                                      detail::bits(1, detail::row_bit(3), high));
  static constexpr detail::BitMap right =
      detail::bits(is_byte ? 2 : 1, detail::column_bit(0), high);
};
template <typename T>
struct MatrixLeft<T, 8> {
  static constexpr detail::BitMap lanes =
      detail::bits(2, detail::column_bit(1), detail::bits(3, detail::row_bit(0)));
  static constexpr detail::BitMap left =
      detail::bits(1, detail::column_bit(0), detail::bits(1, detail::row_bit(3)));
  static constexpr detail::BitMap right = detail::bits(1, detail::column_bit(0));
};
template <typename T>
struct MatrixLeft<T, 4> {
  static constexpr detail::BitMap lanes =
      detail::bits(2, detail::column_bit(0), detail::bits(3, detail::row_bit(0)));
  static constexpr detail::BitMap left = detail::bits(1, detail::row_bit(3));
  static constexpr detail::BitMap right = 0;
};

/// A right operand is a transposed left one of 8 rows.
template <typename T, int depth>
struct MatrixOperand {
  using Parts = MatrixLeft<T, depth>;
  using Left = detail::BitLayout<Parts::lanes, Parts::left>;
  using Right =
      detail::BitLayout<detail::transposed(Parts::lanes), detail::transposed(Parts::right)>;
};

/// mma.sync.
struct MatrixUnit {
  using Accumulator = detail::PlainAccumulator<32>::type;

  template <typename T>
  __host__ __device__ static constexpr bool takes() {
    return has_mma<T>();
  }
  template <typename T>
  __host__ __device__ static constexpr int greatest_depth() {
    return detail::is_same<T, double> && takes<T>() ? 8 : detail::least_depth<T>;
  }
  template <typename A, typename B>
  __host__ __device__ static constexpr int most_fragments() {
    return sizeof(A) == 1 && takes<A>() ? 2 : 1;
  }
  template <int depth, int fragments, typename A, typename B, typename C>
  __device__ static void multiply_add(C* c, const A* a, const B* b) {
    Mma<A, B, C, depth>::template run<fragments>(c, a, b);
  }
};

}  // namespace duet::vendor
