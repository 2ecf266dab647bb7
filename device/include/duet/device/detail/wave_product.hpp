#pragma once

#include <duet/device/detail/product_sum.hpp>
#include <duet/device/detail/staged_operand.hpp>
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

/// Products of tiles by the matrix instructions of waves: each of four or eight waves computes a
/// part of the tile. Some parts of the depth are copied to shared memory while one is multiplied.
template <typename T, typename Tile, ProductOrder a_order, ProductOrder b_order>
class WaveProduct {
 public:
  using Sum = typename ProductSum<T>::type;
  static constexpr bool is_wide = Tile::columns > 128 || Tile::columns * sizeof(T) >= 1024;
  static constexpr int across = is_wide ? 4 : 2;  ///< waves
  static constexpr int threads = 2 * across * wave_size;
  static constexpr int line_bytes = Tile::line;
  static constexpr int depth = line_bytes / int(sizeof(T));
  static constexpr int shared_bytes = Tile::stages * line_bytes * (Tile::rows + Tile::columns);

  /// Computes the tiles of this block. All threads of the block call it once.
  /// @param extents  ProductExtents or ProductGroups
  template <typename Extents, typename Epilogue>
  __device__ static void run(const Extents& extents, const ProductOperand<T>& a,
                             const ProductOperand<T>& b, const Epilogue& epilogue) {
    T* const shared = shared_memory();
    const unsigned wave = threadIdx.x / wave_size;
    const unsigned wave_row = wave / across * rows, wave_column = wave % across * columns;
    typename ScheduleOf<Extents>::type schedule(extents, Tile::rows, Tile::columns);
    ProductPlace place;
    for (uint64_t i = block_in_grid(); schedule.find(i, place); i += gridDim.x) {
      Sums sums;
      sums.fill(Sum(0));
      accumulate(sums, shared, wave_row, wave_column, extents.depth,
                 A({a, place.batch, place.row, place.extents.rows, extents.depth}),
                 B({b, place.batch, place.column, extents.columns, extents.depth}));
      epilogue(WaveAccumulators<Sums>{sums, place.row + wave_row, place.column + wave_column,
                                      place.batch, place.extents});
    }
  }

 private:
  static_assert(Tile::rows % 64 == 0 && Tile::columns % 64 == 0, "tiles are multiples of 64");
  static_assert(Tile::stages >= 2, "one part of the depth is copied while one is multiplied");
  static constexpr int rows = Tile::rows / 2, columns = Tile::columns / across;  ///< of a wave
  static constexpr int stage_size = depth * (Tile::rows + Tile::columns);
  static constexpr int ahead = Tile::stages - 1;  ///< parts whose copies have been started
  /// What is multiplied at once, so that the operands fit into registers.
  static constexpr int step = sizeof(T) == 8 ? 4 : sizeof(T) == 1 && has_instruction<T> ? 32 : 16;
  static constexpr int steps = depth / step, unrolled = has_instruction<T> ? steps : 1;
  /// Whether operands are loaded while those before are multiplied, which takes long for doubles
  /// and on long lines.
  static constexpr bool loads_ahead = has_instruction<T> && (sizeof(T) == 8 || line_bytes > 64);

  /// Whether lines keep their order: tiles are loaded fast from lines along the depth, from others
  /// if elements are loaded one by one anyway, or transposed by the load.
  template <MatrixUse use, ProductOrder order>
  static constexpr bool is_copied =
      order == ProductOrder::depth ||
      (order == ProductOrder::across &&
       (sizeof(T) >= 4 ||
        SharedLoad<T, use, conditional<use == MatrixUse::left, ColumnMajor, RowMajor>>::exists));
  template <MatrixUse use, ProductOrder order, int extent>
  using Operand =
      conditional<is_copied<use, order>, CopiedOperand<T, order, extent, depth, threads>,
                  GatheredOperand<T, order, extent, depth, threads>>;
  using A = Operand<MatrixUse::left, a_order, Tile::rows>;
  using B = Operand<MatrixUse::right, b_order, Tile::columns>;
  using Sums = AccumulatorTile<Sum, rows, columns>;

  /// A block has 48 KiB without asking, and more as dynamic shared memory.
  __device__ static T* shared_memory() {
    if constexpr (shared_bytes <= 48 * 1024) {
      alignas(128) __shared__ unsigned char shared[shared_bytes];
      return reinterpret_cast<T*>(shared);
    } else {
      extern __shared__ __align__(128) unsigned char dynamic_shared[];
      return reinterpret_cast<T*>(dynamic_shared);
    }
  }

  __device__ static void accumulate(Sums& sums, T* shared, unsigned wave_row, unsigned wave_column,
                                    unsigned whole_depth, A a, B b) {
    const auto start = [&](unsigned part) {
      T* const stage = shared + part % Tile::stages * stage_size;
      if (part * depth < whole_depth) {
        a.start(stage, part * depth);
        b.start(stage + Tile::rows * depth, part * depth);
      }
      async_copy_commit();
    };
    const auto finish = [&](unsigned part) {
      T* const stage = shared + part % Tile::stages * stage_size;
      if (part * depth < whole_depth) {
        a.finish(stage);
        b.finish(stage + Tile::rows * depth);
      }
    };
#pragma unroll 1
    for (unsigned part = 0; part < ahead; ++part) {
      start(part);
      finish(part);
    }
    const T* stage;
    const auto await = [&](unsigned part) {
      async_copy_wait<ahead - 1>();
      barrier();  // the part is there, and all have used the one before
      stage = shared + part % Tile::stages * stage_size;
    };
    Operands held[loads_ahead ? 2 : 1];
    if constexpr (loads_ahead) {
      await(0);
      held[0].load(stage, wave_row, wave_column, 0);
    }
    for (unsigned part = 0; part * depth < whole_depth; ++part) {
      if constexpr (!loads_ahead) {
        await(part);
        start(part + ahead);
      }
#pragma unroll unrolled
      for (int i = 0; i < steps; ++i) {
        if constexpr (loads_ahead) {
          if (i + 1 == steps) {
            finish(part + ahead);
            await(part + 1);
          }
          held[(i + 1) % 2].load(stage, wave_row, wave_column, (i + 1) % steps * step);
          if (i == 0) start(part + ahead);
          held[i % 2].multiply(sums);
        } else {
          held[0].load(stage, wave_row, wave_column, i * step);
          held[0].multiply(sums);
        }
      }
      if constexpr (!loads_ahead) finish(part + ahead);
    }
    async_copy_wait<0>();
    barrier();  // before the next tile's first copies
  }

  /// The operands of a step.
  struct Operands {
    LeftTile<T, rows, step> x;
    RightTile<T, step, columns> y;

    __device__ void load(const T* stage, unsigned wave_row, unsigned wave_column, int k) {
      WaveProduct::load<A>(x, stage, wave_row, k);
      WaveProduct::load<B>(y, stage + Tile::rows * depth, wave_column, k);
      if constexpr (is_same<T, tf32>) {
        round(x);
        round(y);
      }
    }
    __device__ void multiply(Sums& sums) const { multiply_add(sums, x, y); }
  };

  /// Memory holds floats that are not rounded yet.
  template <typename Loaded>
  __device__ static void round(Loaded& loaded) {
#pragma unroll
    for (int i = 0; i < Loaded::size; ++i) loaded[i] = T(float(loaded[i]));
  }

  /// @param first  the wave's first row of A or column of B, a multiple of 8
  /// @param k      the step's first depth
  template <typename Operand, int tile_rows, int tile_columns, MatrixUse use>
  __device__ static void load(MatrixTile<T, tile_rows, tile_columns, use>& loaded, const T* tile,
                              unsigned first, int k) {
    using Lines = typename Operand::Lines;
    constexpr bool is_left = use == MatrixUse::left;
    const T* const lines = tile + (Operand::is_across ? 0 : first * depth);
    loaded.load_shared(
        [=](int r, int c) {
          const unsigned row = is_left ? r : c, at = k + (is_left ? c : r);
          return lines + (Operand::is_across ? Lines::at(at, first + row) : Lines::at(row, at));
        },
        conditional<is_left != Operand::is_across, RowMajor, ColumnMajor>());
  }
};

}  // namespace duet::detail
