#pragma once

#include <duet/device/matrix/product.hpp>
#include <duet/device/shared_matrix.hpp>
#include <duet/device/thread.hpp>
#include <duet/device/vendor/select.hpp>

#include DUET_VENDOR_HEADER(shared_product)

/// @file
/// Products with operands in shared memory, which proceed while the wave goes on where the target
/// can do that: `wgmma` in code for sm_90a. Four waves, the first of which has a number that is a
/// multiple of four, call these functions together.
///
///     queries.start_copy<threads>(q, size, rows);
///     keys.start_copy<threads>(k, size, rows);
///     duet::async_copy_commit();
///     duet::finish_copies<0>();
///     duet::start_multiply(sums, queries, first_row, keys, duet::ColumnMajor());
///     duet::finish_products(sums);

namespace duet {

/// Waits for the thread's groups of copies, then for the block: what all its threads copied can be
/// multiplied.
/// @tparam pending  as for `async_copy_wait`
template <int pending = 0>
__device__ inline void finish_copies() {
  async_copy_wait<pending>();
  vendor::SharedProduct::publish();
  barrier();
}

/// Starts C = A · B, which in code for sm_90a has 16, 32, 64, 96, 128, 192 or 256 columns, or 16,
/// 32 or 64 more than 64, 128 or 192. Until `finish_products`, C may not be used, nor the operands
/// be changed.
/// @param c      rows of the wave: 16 in code for sm_90a
/// @param a      the left operand
/// @param first  the row of A that is the wave's first; those of the four waves follow each other
/// @param b      the right operand, or with ColumnMajor the transposed one
/// @param order  RowMajor: B has a row for each column of A; ColumnMajor: a column for each
template <typename T, int rows, int columns, int a_rows, int depth, int b_rows, int b_columns,
          typename Order>
__device__ inline void start_multiply(AccumulatorTile<float, rows, columns>& c,
                                      const SharedMatrix<T, a_rows, depth>& a, unsigned first,
                                      const SharedMatrix<T, b_rows, b_columns>& b, Order order) {
  static_assert(depth == (detail::is_row_major<Order> ? b_rows : b_columns) &&
                    columns == (detail::is_row_major<Order> ? b_columns : b_rows),
                "A has as many columns as B has rows");
  vendor::SharedProduct::multiply(c, a, first, b, order);
}

/// Starts C += A · B with the left operand in registers, which may not be changed before
/// `finish_products` either.
template <typename T, int rows, int columns, int depth, int b_rows, int b_columns, typename Order>
__device__ inline void start_multiply_add(AccumulatorTile<float, rows, columns>& c,
                                          const LeftTile<T, rows, depth>& a,
                                          const SharedMatrix<T, b_rows, b_columns>& b,
                                          Order order) {
  static_assert(depth == (detail::is_row_major<Order> ? b_rows : b_columns) &&
                    columns == (detail::is_row_major<Order> ? b_columns : b_rows),
                "A has as many columns as B has rows");
  vendor::SharedProduct::multiply_add(c, a, b, order);
}

/// Waits for products that were started.
/// @tparam pending  how many of the last calls' products need not be done
/// @param c         the sums of one of the others
template <int pending = 0, int rows, int columns>
__device__ inline void finish_products(AccumulatorTile<float, rows, columns>& c) {
  vendor::SharedProduct::finish<pending>(c.values);
}

}  // namespace duet
