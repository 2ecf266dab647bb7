#pragma once

#include <duet/device/detail/product_problem.hpp>
#include <duet/device/detail/product_sum.hpp>
#include <duet/device/thread.hpp>
#include <duet/device/vector.hpp>

namespace duet::detail {

/// The sums of a tile that a thread holds: groups of 4 rows and `run` columns, 64 rows or columns
/// apart.
template <typename Sum, int row_groups, int column_groups, int run>
struct TiledAccumulators {
  Sum (&sums)[row_groups * 4][column_groups * run];
  unsigned row;     ///< of the thread's first element, in the result
  unsigned column;  ///< of the thread's first element, in the result
  unsigned batch;   ///< the matrix of the batch
  ProductExtents extents;

  /// Calls f(batch, row, column, sum) for each of the thread's elements that the result has.
  template <typename Function>
  __device__ void for_each(Function&& f) {
#pragma unroll unrolled
    for (int i = 0; i < row_groups * 4; ++i) {
#pragma unroll
      for (int j = 0; j < column_groups * run; ++j) {
        const unsigned r = row_at(i), c = column_at(j);
        if (r < extents.rows && c < extents.columns) f(batch, r, c, sums[i][j]);
      }
    }
  }

  /// Writes f(batch, row, column, sum) to the result.
  /// @tparam vectors  whether rows of the result are dense, start at multiples of 16 bytes and are
  ///                  multiples of 16 bytes long
  template <bool vectors, typename Result, typename Function>
  __device__ void store(const ProductResult<Result>& result, const Function& f) {
    Result* const data = result.data + batch * result.batch_stride;
    if constexpr (vectors) {
      constexpr int count = sizeof(Result) < 8 ? 4 : 2;
#pragma unroll unrolled
      for (int i = 0; i < row_groups * 4; ++i) {
#pragma unroll
        for (int j = 0; j < column_groups * run; j += count) {
          const unsigned r = row_at(i), c = column_at(j);
          if (r >= extents.rows || c >= extents.columns) continue;
          vector<Result, count> values;
#pragma unroll
          for (int n = 0; n < count; ++n) values[n] = f(batch, r, c + n, sums[i][j + n]);
          store_vector<count>(data + r * result.row_stride + c, 0, values);
        }
      }
    } else {
      for_each([&](unsigned matrix, unsigned r, unsigned c, Sum sum) {
        data[r * result.row_stride + c * result.column_stride] = f(matrix, r, c, sum);
      });
    }
  }

 private:
  static constexpr int unrolled = run == 4 ? row_groups * 4 : 1;  ///< less code for wide runs

  __device__ unsigned row_at(int i) const { return row + i / 4 * 64 + i % 4; }
  __device__ unsigned column_at(int j) const { return column + j / run * 64 + j % run; }
};

/// Four neighbours, loaded and stored at once.
template <typename T>
struct alignas(sizeof(T) * 4 > 16 ? 16 : sizeof(T) * 4) Quad {
  T values[4];
};

/// What a thread copies of an operand's part of the depth, through its registers: groups of four
/// neighbours in memory.
/// @tparam extent  rows or columns of the tile
template <typename T, typename Sum, ProductOrder order, int extent, int depth, int threads>
struct TiledOperand {
  static constexpr int groups = extent * depth / threads / 4;
  static constexpr bool is_across = order == ProductOrder::across;
  Sum values[groups][4];

  /// The place of a group's first value in the tile.
  struct Place {
    unsigned at, row;
  };
  __device__ static Place place(int i) {
    const unsigned index = thread_in_block() + i * threads;
    if (is_across) return {index / (extent / 4), index % (extent / 4) * 4};
    return {index % (depth / 4) * 4, index / (depth / 4)};
  }

  /// Whether groups are aligned and either wholly inside the operand or wholly outside.
  __device__ static bool has_quads(const ProductOperand<T>& operand, unsigned rows,
                                   unsigned whole_depth) {
    if (order == ProductOrder::any) return false;
    const int64_t lines = is_across ? operand.depth_stride : operand.stride;
    const unsigned length = is_across ? rows : whole_depth;
    return reinterpret_cast<size_t>(operand.data) % alignof(Quad<T>) == 0 &&
           ((lines | operand.batch_stride | int64_t(length)) & 3) == 0;
  }

  /// Values outside the operand are 0.
  __device__ void load(const ProductOperand<T>& operand, bool quads, unsigned batch,
                       unsigned first_row, unsigned rows, unsigned first_depth,
                       unsigned whole_depth) {
    const T* const data = operand.data + batch * operand.batch_stride;
    const int64_t stride = is_across ? 1 : operand.stride;
    const int64_t depth_stride = order == ProductOrder::depth ? 1 : operand.depth_stride;
#pragma unroll
    for (int i = 0; i < groups; ++i) {
      const unsigned row = first_row + place(i).row, k = first_depth + place(i).at;
      const T* const from = data + row * stride + k * depth_stride;
      if (quads) {
        const bool is_inside = row < rows && k < whole_depth;
        const Quad<T> quad = is_inside ? *reinterpret_cast<const Quad<T>*>(from) : Quad<T>{};
#pragma unroll
        for (int j = 0; j < 4; ++j) values[i][j] = product_value<Sum>(quad.values[j]);
      } else {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const bool is_inside =
              is_across ? row + j < rows && k < whole_depth : row < rows && k + j < whole_depth;
          values[i][j] = is_inside
                             ? product_value<Sum>(from[j * (is_across ? stride : depth_stride)])
                             : Sum(0);
        }
      }
    }
  }

  template <int width>
  __device__ void store(Sum (&tile)[depth][width]) const {
#pragma unroll
    for (int i = 0; i < groups; ++i) {
      const Place to = place(i);
#pragma unroll
      for (int j = 0; j < 4; ++j)
        tile[to.at + (is_across ? 0 : j)][to.row + (is_across ? j : 0)] = values[i][j];
    }
  }
};

/// Products of tiles by ordinary arithmetic, for every type and every target: each thread holds 4
/// times Tile::run sums of 64 x 64, and reads the operands from shared memory, where two parts of
/// the depth alternate.
template <typename T, typename Tile, ProductOrder a_order, ProductOrder b_order>
class TiledProduct {
 public:
  using Sum = typename ProductSum<T>::type;
  static constexpr int threads = 1024 / Tile::run;
  static constexpr int dynamic_shared_bytes = 0;

  /// Computes the tiles of this block. All threads of the block call it once.
  /// @param extents  ProductExtents or ProductGroups
  template <typename Extents, typename Epilogue>
  __device__ static void run(const Extents& extents, const ProductOperand<T>& a,
                             const ProductOperand<T>& b, const Epilogue& epilogue) {
    typename ScheduleOf<Extents>::type schedule(extents, Tile::rows, Tile::columns);
    ProductPlace place;
    for (uint64_t i = block_in_grid(); schedule.find(i, place); i += gridDim.x) {
      Sum sums[row_groups * 4][column_groups * own] = {};
      accumulate(sums, place, a, b);
      epilogue(TiledAccumulators<Sum, row_groups, column_groups, own>{
          sums, place.row + own_row(), place.column + own_column(), place.batch, place.extents});
    }
  }

 private:
  static_assert(Tile::rows % 64 == 0 && Tile::columns % 64 == 0, "tiles are multiples of 64");
  static constexpr int row_groups = Tile::rows / 64, column_groups = Tile::columns / 64;
  static constexpr int own = Tile::run, across = 64 / own;  ///< a thread's columns; threads
  static constexpr int depth = row_groups == 1 || column_groups == 1 ? 16 : 8;
  /// Whether values are read while those of the depth before are multiplied. Wide runs fill the
  /// time themselves, with less code.
  static constexpr bool reads_ahead = own == 4;
  static constexpr int padding = 4;  ///< spreads the stores along the depth over the banks

  struct Shared {
    Sum a[2][depth][Tile::rows + padding];
    Sum b[2][depth][Tile::columns + padding];
  };
  using A = TiledOperand<T, Sum, a_order, Tile::rows, depth, threads>;
  using B = TiledOperand<T, Sum, b_order, Tile::columns, depth, threads>;
  using Sums = Sum[row_groups * 4][column_groups * own];

  /// The operands' values of one depth.
  struct Values {
    Quad<Sum> a[row_groups], b[column_groups * own / 4];

    __device__ void load(const Shared& shared, unsigned turn, int k) {
#pragma unroll
      for (int i = 0; i < row_groups; ++i) a[i] = quad(&shared.a[turn][k][own_row() + i * 64]);
#pragma unroll
      for (int j = 0; j < column_groups * own; j += 4) {
        b[j / 4] = quad(&shared.b[turn][k][own_column() + j / own * 64 + j % own]);
      }
    }
    __device__ __forceinline__ void multiply(Sums& sums) const {
#pragma unroll
      for (int i = 0; i < row_groups * 4; ++i) {
#pragma unroll
        for (int j = 0; j < column_groups * own; ++j) {
          sums[i][j] += a[i / 4].values[i % 4] * b[j / 4].values[j % 4];
        }
      }
    }

   private:
    __device__ static const Quad<Sum>& quad(const Sum* from) {
      return *reinterpret_cast<const Quad<Sum>*>(from);
    }
  };

  __device__ static unsigned own_row() { return thread_in_block() / across * 4; }
  __device__ static unsigned own_column() { return thread_in_block() % across * own; }

  __device__ static void accumulate(Sums& sums, const ProductPlace& place,
                                    const ProductOperand<T>& a, const ProductOperand<T>& b) {
    alignas(16) __shared__ Shared shared;
    A of_a;
    B of_b;
    const ProductExtents& extents = place.extents;
    const bool a_quads = A::has_quads(a, extents.rows, extents.depth);
    const bool b_quads = B::has_quads(b, extents.columns, extents.depth);
    const auto load = [&](unsigned at) {
      of_a.load(a, a_quads, place.batch, place.row, extents.rows, at, extents.depth);
      of_b.load(b, b_quads, place.batch, place.column, extents.columns, at, extents.depth);
    };
    const auto store = [&](unsigned turn) {
      of_a.store(shared.a[turn]);
      of_b.store(shared.b[turn]);
      barrier();
    };
    load(0);
    store(0);
    Values values[reads_ahead ? 2 : 1];
    if constexpr (reads_ahead) values[0].load(shared, 0, 0);
    unsigned turn = 0;
#pragma unroll 1
    for (unsigned at = 0; at < extents.depth; at += depth) {
      if (at + depth < extents.depth) load(at + depth);
      if constexpr (reads_ahead) {
#pragma unroll
        for (int k = 0; k < depth; ++k) {
          if (k + 1 == depth) store(turn ^= 1);
          values[(k + 1) % 2].load(shared, turn, (k + 1) % depth);
          values[k % 2].multiply(sums);
        }
      } else {
#pragma unroll 1
        for (int k = 0; k < depth; ++k) {
          values[0].load(shared, turn, k);
          values[0].multiply(sums);
        }
        store(turn ^= 1);
      }
    }
    barrier();  // before the next tile's first stores
  }
};

}  // namespace duet::detail
