#pragma once

#include <duet/device/detail/product_problem.hpp>
#include <duet/device/detail/type_traits.hpp>
#include <duet/device/shared_matrix.hpp>
#include <duet/device/vendor/cuda/bulk/copy.hpp>

namespace duet::vendor {

/// A block's part of an operand in shared memory, as a SharedMatrix whose panels are boxes.
/// @tparam rows   rows of A or columns of B
/// @tparam parts  how many blocks copy a part each, for all of them
template <typename T, ProductOrder order, int rows, int parts>
struct BulkOperand {
  static constexpr int depth = 128 / sizeof(T);
  static constexpr bool is_across = order == ProductOrder::across;
  static constexpr int boxes = is_across ? (rows + depth - 1) / depth : 1;
  using Matrix = detail::conditional<is_across, SharedMatrix<T, depth, boxes * depth>,
                                     SharedMatrix<T, rows, depth>>;
  static constexpr int box_bytes = (is_across ? depth : rows) * 128;
  static constexpr int bytes = boxes * box_bytes;

  /// Starts the copies of this block's part.
  __device__ static void copy(unsigned char* to, const TensorMap& map, BulkBarrier& barrier,
                              unsigned row, unsigned at, unsigned batch, unsigned part) {
    constexpr unsigned step = (is_across ? depth : rows) / parts;
    const unsigned shift = parts > 1 ? part * step : 0;
#pragma unroll
    for (int box = 0; box < boxes; ++box) {
      unsigned char* const place = to + box * box_bytes + shift * 128;
      const int x = is_across ? row + box * depth : at;
      const int y = is_across ? at + shift : row + shift;
      if constexpr (parts > 1) {
        copy_box_to((1u << parts) - 1, place, map, barrier, x, y, batch);
      } else {
        copy_box(place, map, barrier, x, y, batch);
      }
    }
  }
};

}  // namespace duet::vendor
