#pragma once

#include <duet/device/detail/product_problem.hpp>
#include <duet/device/detail/product_sum.hpp>
#include <duet/device/matrix/product.hpp>
#include <duet/device/thread.hpp>

namespace duet::detail {

/// The sums of a tile that a wave holds.
template <typename Tile>
struct WaveAccumulators {
  Tile& sums;
  unsigned row;     ///< of the first element, in the result
  unsigned column;  ///< of the first element, in the result
  unsigned batch;   ///< the matrix of the batch
  ProductExtents extents;

  /// Calls f(batch, row, column, sum) for each of the lane's elements that the result has.
  template <typename Function>
  __device__ void for_each(Function&& f) {
    sums.visit([&](typename Tile::value_type sum, int r, int c) {
      if (row + r < extents.rows && column + c < extents.columns) {
        f(batch, row + r, column + c, sum);
      }
    });
  }

  /// Writes f(batch, row, column, sum) to the result.
  /// @tparam vectors  whether rows of the result are dense, and start at multiples of 16 bytes
  template <bool vectors, typename Result, typename Function>
  __device__ void store(const ProductResult<Result>& result, const Function& f) {
    using Layout = typename Tile::Layout;
    Result* const data = result.data + batch * result.batch_stride;
    if constexpr (vectors) {
      constexpr int run = vector_size<Result>(Layout::Fragment::row_run, 16);
      const Position own = Layout::lane_part(lane());
      const unsigned own_row = row + row_of(own), own_column = column + column_of(own);
      Result* const first = data + own_row * result.row_stride + own_column;
      Layout::template each<run>([&](int i, Position part) {
        const unsigned r = own_row + row_of(part), c = own_column + column_of(part);
        if (r >= extents.rows || c >= extents.columns) return;
        vector<Result, run> values;
#pragma unroll
        for (int n = 0; n < run; ++n) values[n] = f(batch, r, c + n, sums[i + n]);
        store_vector<run>(first + row_of(part) * result.row_stride + column_of(part), 0, values);
      });
    } else {
      for_each([&](unsigned matrix, unsigned r, unsigned c, typename Tile::value_type sum) {
        data[r * result.row_stride + c * result.column_stride] = f(matrix, r, c, sum);
      });
    }
  }
};

/// How four or eight waves divide a block's tile, and what each multiplies at once. A block with
/// wide tiles that is alone on its multiprocessor has eight; narrow tiles are divided in rows only.
template <typename T, typename Tile>
struct WaveTiles {
  using Sum = typename ProductSum<T>::type;
  static constexpr bool is_wide = Tile::columns > 128 || Tile::columns * sizeof(T) >= 1024 ||
                                  (Tile::columns == 128 && Tile::residents == 1);
  static constexpr bool is_narrow = Tile::columns < 64;
  static constexpr int across = is_narrow ? 1 : is_wide ? 4 : 2;  ///< waves
  static constexpr int down = is_narrow ? 4 : 2;                  ///< waves
  static constexpr int waves = down * across, threads = waves * wave_size;
  static constexpr int rows = Tile::rows / down, columns = Tile::columns / across;  ///< of a wave
  static_assert(Tile::rows % 64 == 0 && (is_narrow ? columns % 16 : columns % 32) == 0,
                "tiles have a multiple of 64 rows and columns, or 16 or 32 columns");
  /// The depth that is multiplied at once, so that the operands fit into registers.
  static constexpr int step = sizeof(T) == 8 ? 4 : sizeof(T) == 1 && has_instruction<T> ? 32 : 16;
  using Sums = AccumulatorTile<Sum, rows, columns>;
  using Left = LeftTile<T, rows, step>;
  using Right = RightTile<T, step, columns>;

  /// The first row of the calling wave in the block's tile.
  __device__ static unsigned own_row() { return threadIdx.x / wave_size / across * rows; }
  /// The first column, likewise.
  __device__ static unsigned own_column() { return threadIdx.x / wave_size % across * columns; }
};

}  // namespace duet::detail
