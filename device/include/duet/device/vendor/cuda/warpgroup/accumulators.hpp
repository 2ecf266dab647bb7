#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/detail/product_problem.hpp>
#include <duet/device/vector.hpp>

namespace duet::vendor {

/// The sums of a tile that a thread of a warpgroup holds, or of 16 rows that one of a wave holds:
/// pairs of neighbouring columns, in the layout of the products.
/// @tparam splits  how many blocks share the columns of the tile: groups of 8 in turns
template <typename Sum, int columns, int splits>
struct WarpgroupAccumulators {
  Sum (&sums)[columns / 2];
  unsigned row;     ///< of the thread's first element, in the result
  unsigned column;  ///< of the thread's first element, in the result
  unsigned batch;   ///< the matrix of the batch
  unsigned rank;    ///< the block's turn among `splits`
  ProductExtents extents;

  /// Calls f(batch, row, column, sum) for each of the thread's elements that the result has.
  template <typename Function>
  __device__ void for_each(const Function& f) {
#pragma unroll
    for (int i = 0; i < columns / 2; ++i) {
      if (splits > 1 && i / 4 % splits != rank) continue;
      const unsigned r = row + i / 2 % 2 * 8, c = column + i / 4 * 8 + i % 2;
      if (r < extents.rows && c < extents.columns) f(batch, r, c, sums[i]);
    }
  }

  /// Writes f(batch, row, column, sum) to the result.
  /// @tparam vectors  whether rows of the result are dense and start at multiples of 16 bytes
  template <bool vectors, typename Result, typename Function>
  __device__ void store(const ProductResult<Result>& result, const Function& f) {
    Result* const data = result.data + batch * result.batch_stride;
    if constexpr (vectors && sizeof(Result) == 2 && columns % 32 == 0 && splits == 1) {
#pragma unroll
      for (int first = 0; first < columns; first += chunk) {
        unsigned words[chunk / 4];
        convert<Result>(words, first, f);
#pragma unroll
        for (int i = 0; i < chunk; i += 32) {
          store_32_columns(data, result.row_stride, words, first, i);
        }
      }
    } else if constexpr (vectors && (sizeof(Result) == 2 || sizeof(Result) == 4)) {
#pragma unroll
      for (int i = 0; i < columns / 2; i += 2) {
        if (splits > 1 && i / 4 % splits != rank) continue;
        const unsigned r = row + i / 2 % 2 * 8, c = column + i / 4 * 8;
        if (r >= extents.rows || c >= extents.columns) continue;
        const vector<Result, 2> pair{f(batch, r, c, sums[i]), f(batch, r, c + 1, sums[i + 1])};
        store_vector<2>(data + r * result.row_stride + c, 0, pair);
      }
    } else {
      for_each([&](unsigned matrix, unsigned r, unsigned c, Sum sum) {
        data[r * result.row_stride + c * result.column_stride] = f(matrix, r, c, sum);
      });
    }
  }

 private:
  static constexpr int chunk = columns % 64 == 0 ? 64 : 32;

  /// Computes the pairs of a chunk of columns before the first is stored, so that what f loads can
  /// be loaded early. Pairs outside the result are computed for its last row or columns.
  template <typename Result, typename Function>
  __device__ void convert(unsigned (&words)[chunk / 4], int first, const Function& f) const {
#pragma unroll
    for (int i = 0; i < chunk / 4; ++i) {
      const unsigned r = row + i % 2 * 8, c = column + first + i / 2 * 8;
      const unsigned inside_row = r < extents.rows ? r : extents.rows - 1;
      const unsigned inside = c < extents.columns ? c : extents.columns - 2;
      const Sum* const pair = sums + first / 2 + i * 2;
      const Result low = f(batch, inside_row, inside, pair[0]);
      const Result high = f(batch, inside_row, inside + 1, pair[1]);
      words[i] = pack(low, high);
    }
  }

  /// Stores 32 columns of two rows: four threads that hold pairs of the same row exchange them, so
  /// that each has 8 neighbours.
  /// @param first  column of the chunk
  /// @param at     column in the chunk
  template <typename Result>
  __device__ void store_32_columns(Result* data, int64_t stride, const unsigned (&words)[chunk / 4],
                                   int first, int at) const {
    const unsigned quarter = column % 8 / 2;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      unsigned own[4];
#pragma unroll
      for (int j = 0; j < 4; ++j) own[j] = words[at / 4 + j * 2 + half];
      transpose(own, quarter);
      const unsigned r = row + half * 8, c = column + first + at + quarter * 6;
      if (r < extents.rows && c < extents.columns) {
        *reinterpret_cast<uint4*>(data + r * stride + c) = uint4{own[0], own[1], own[2], own[3]};
      }
    }
  }

  template <typename Result>
  __device__ static unsigned pack(Result low, Result high) {
    return bit_cast<uint16_t>(low) | unsigned(bit_cast<uint16_t>(high)) << 16;
  }

  /// Word j of thread i becomes word i of thread j, for four neighbouring threads.
  __device__ static void transpose(unsigned (&words)[4], unsigned quarter) {
    exchange(words[0], words[1], quarter & 1, 1);
    exchange(words[2], words[3], quarter & 1, 1);
    exchange(words[0], words[2], quarter & 2, 2);
    exchange(words[1], words[3], quarter & 2, 2);
  }
  __device__ static void exchange(unsigned& low, unsigned& high, bool is_upper, int distance) {
    const unsigned other = __shfl_xor_sync(~0u, is_upper ? low : high, distance);
    (is_upper ? low : high) = other;
  }
};

}  // namespace duet::vendor
