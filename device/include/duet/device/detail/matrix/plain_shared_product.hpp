#pragma once

#include <duet/device/matrix/product.hpp>
#include <duet/device/shared_matrix.hpp>

namespace duet::detail {

/// Products with operands in shared memory, by those of tiles.
struct PlainSharedProduct {
  __device__ static void publish() {}

  template <typename T, int rows, int columns, int a_rows, int depth, typename B, typename Order>
  __device__ static void multiply(AccumulatorTile<float, rows, columns>& c,
                                  const SharedMatrix<T, a_rows, depth>& a, unsigned first,
                                  const B& b, Order order) {
    constexpr int step = least_depth<T>;
    c.fill(0);
#pragma unroll
    for (int k = 0; k < depth; k += step) {
      LeftTile<T, rows, step> left;
      left.load_shared(a, first, k, RowMajor());
      RightTile<T, step, columns> right;
      load(right, b, k, 0, order);
      duet::multiply_add(c, left, right);
    }
  }

  template <typename T, int rows, int columns, int depth, typename B, typename Order>
  __device__ static void multiply_add(AccumulatorTile<float, rows, columns>& c,
                                      const LeftTile<T, rows, depth>& a, const B& b, Order order) {
    constexpr int width = 16;  // few columns at once, so that B takes few registers
    using Part = AccumulatorTile<float, rows, width>;
    constexpr int down = Part::Layout::down, in_row = Part::size / down,
                  whole_row = columns / width * in_row;
#pragma unroll
    for (int j = 0; j < columns / width; ++j) {
      RightTile<T, depth, width> right;
      load(right, b, 0, j * width, order);
      Part part;
#pragma unroll
      for (int i = 0; i < Part::size; ++i) {
        part[i] = c[i / in_row * whole_row + j * in_row + i % in_row];
      }
      duet::multiply_add(part, a, right);
#pragma unroll
      for (int i = 0; i < Part::size; ++i) {
        c[i / in_row * whole_row + j * in_row + i % in_row] = part[i];
      }
    }
  }

  template <int, int count>
  __device__ static void finish(float (&)[count]) {}

 private:
  template <typename Right, typename B, typename Order>
  __device__ static void load(Right& right, const B& b, unsigned row, unsigned column,
                              Order order) {
    constexpr bool is_transposed = !is_row_major<Order>;
    right.load_shared(b, is_transposed ? column : row, is_transposed ? row : column, order);
  }
};

}  // namespace duet::detail
