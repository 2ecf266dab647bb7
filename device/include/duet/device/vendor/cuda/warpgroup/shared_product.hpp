#pragma once

#include <duet/device/matrix/tile.hpp>
#include <duet/device/shared_matrix.hpp>
#include <duet/device/vendor/cuda/bulk/copy.hpp>
#include <duet/device/vendor/cuda/warpgroup_halves.hpp>

namespace duet::vendor {

/// Products of a warpgroup's tiles with operands in shared memory: wgmma. Each wave has 16 of 64
/// rows, in the layout of its tiles.
class WarpgroupSharedProduct {
 public:
  /// What the thread wrote to shared memory becomes visible to products.
  __device__ static void publish() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

  template <typename T, int rows, int columns, int a_rows, int depth, typename B, typename Order>
  __device__ static void multiply(AccumulatorTile<float, rows, columns>& c,
                                  const SharedMatrix<T, a_rows, depth>& a, unsigned first,
                                  const B& b, Order) {
    static_assert(rows == 16, "each wave has 16 rows in products of matrices in shared memory");
    using A = SharedMatrix<T, a_rows, depth>;
    constexpr bool is_across = detail::is_row_major<Order>;
    const unsigned from_a = shared_address(a.data()) + (first & ~63u) * 128;
    settle(c.values);
    begin_products();
#pragma unroll
    for (int k = 0; k < depth; k += step) {
      const uint64_t left = operand_descriptor(from_a + along<A, T>(k), 0);
      Columns<T, 0, columns>::template add<is_across>(c.values, left, b, k);
    }
    commit_products();
  }

  template <typename T, int rows, int columns, int depth, typename B, typename Order>
  __device__ static void multiply_add(AccumulatorTile<float, rows, columns>& c,
                                      const LeftTile<T, rows, depth>& a, const B& b, Order) {
    using A = typename LeftTile<T, rows, depth>::Layout;
    constexpr bool is_across = detail::is_row_major<Order>;
    settle(c.values);
    begin_products();
#pragma unroll
    for (int k = 0; k < depth; k += step) {
#pragma unroll
      for (int i = 0; i < rows / 16; ++i) {
        uint32_t left[4];
        memcpy(left, a.values + A::fragment(i, k / step), sizeof(left));
        Columns<T, 0, columns>::template add<is_across>(c.values + i * (columns / 2), left, b, k);
      }
    }
    commit_products();
  }

  template <int pending, int count>
  __device__ static void finish(float (&sums)[count]) {
    wait_products<pending>();
    settle(sums);
  }

 private:
  static constexpr int step = 16;  ///< depth of an instruction

  /// What elements along the lines of a matrix add to the address.
  template <typename Matrix, typename T>
  __device__ static constexpr unsigned along(unsigned element) {
    return element / Matrix::panel_columns * Matrix::panel_bytes +
           element % Matrix::panel_columns * sizeof(T);
  }

  /// The products of some columns of B, by the widest instruction and then by others.
  template <typename T, int first, int count>
  struct Columns {
    static constexpr int width = count >= 256   ? 256
                                 : count >= 192 ? 192
                                 : count >= 128 ? 128
                                 : count >= 96  ? 96
                                 : count >= 64  ? 64
                                 : count >= 32  ? 32
                                                : 16;
    using Multiply = WarpgroupMultiply<T, width>;
    static_assert(first % 64 == 0,
                  "columns are those of one instruction, or the others start at a multiple of 64");

    template <bool is_across, typename B>
    __device__ static uint64_t descriptor(const B& b, int k) {
      const unsigned offset =
          is_across ? along<B, T>(first) + k * 128 : along<B, T>(k) + first * 128;
      return operand_descriptor(shared_address(b.data()) + offset, is_across ? B::panel_bytes : 0);
    }
    template <bool is_across, typename B>
    __device__ static void add(float* c, uint64_t left, const B& b, int k) {
      auto& sums = *reinterpret_cast<float(*)[width / 2]>(c + first / 2);
      Multiply::template add<false, is_across>(sums, left, descriptor<is_across>(b, k), k > 0);
      Columns<T, first + width, count - width>::template add<is_across>(c, left, b, k);
    }
    template <bool is_across, typename B>
    __device__ static void add(float* c, const uint32_t (&left)[4], const B& b, int k) {
      auto& sums = *reinterpret_cast<float(*)[width / 2]>(c + first / 2);
      Multiply::template add<is_across>(sums, left, descriptor<is_across>(b, k));
      Columns<T, first + width, count - width>::template add<is_across>(c, left, b, k);
    }
  };
  template <typename T, int first>
  struct Columns<T, first, 0> {
    template <bool, typename Left, typename B>
    __device__ static void add(float*, const Left&, const B&, int) {}
  };
};

}  // namespace duet::vendor
