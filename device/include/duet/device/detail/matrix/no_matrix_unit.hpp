#pragma once

#include <duet/device/detail/matrix/bit_layout.hpp>
#include <duet/device/detail/matrix/element.hpp>

// What a vendor's matrix.hpp defines, for targets without matrix instructions.

namespace duet::detail {

/// The target's matrix instructions.
template <int wave_size>
struct NoMatrixUnit {
  /// The layout of accumulators.
  using Accumulator = typename PlainAccumulator<wave_size>::type;

  /// Whether an instruction takes operands of this type.
  template <typename T>
  __host__ __device__ static constexpr bool takes() {
    return false;
  }
  /// The greatest depth of a fragment; smaller ones are this divided by powers of two, and at least
  /// `least_depth`.
  template <typename T>
  __host__ __device__ static constexpr int greatest_depth() {
    return least_depth<T>;
  }
  /// How many fragments one after the other an instruction takes at most.
  template <typename A, typename B>
  __host__ __device__ static constexpr int most_fragments() {
    return 1;
  }
  /// Adds the product of fragments to that at `c`.
  template <int depth, int fragments, typename A, typename B, typename C>
  __device__ static void multiply_add(C* c, const A* a, const B* b);
};

/// The layouts of operands that an instruction takes.
template <typename T, int depth>
struct MatrixOperand;

}  // namespace duet::detail
