#pragma once

#include <duet/device/detail/staged_operand.hpp>
#include <duet/device/detail/wave_tiles.hpp>
#include <duet/device/thread.hpp>

namespace duet::detail {

/// Products of tiles by the matrix instructions of waves: each of four or eight waves computes a
/// part of the tile. Some parts of the depth are copied to shared memory while one is multiplied.
template <typename T, typename Tile, ProductOrder a_order, ProductOrder b_order>
class WaveProduct {
 public:
  using Tiles = WaveTiles<T, Tile>;
  using Sum = typename Tiles::Sum;
  static constexpr int threads = Tiles::threads;
  static constexpr int line_bytes = Tile::line;
  static constexpr int depth = line_bytes / int(sizeof(T));
  static constexpr int shared_bytes = Tile::stages * line_bytes * (Tile::rows + Tile::columns);
  static constexpr int dynamic_shared_bytes = shared_bytes <= 48 * 1024 ? 0 : shared_bytes;

  /// Computes the tiles of this block. All threads of the block call it once.
  /// @param extents  ProductExtents or ProductGroups
  template <typename Extents, typename Epilogue>
  __device__ static void run(const Extents& extents, const ProductOperand<T>& a,
                             const ProductOperand<T>& b, const Epilogue& epilogue) {
    T* const shared = shared_memory();
    const unsigned wave_row = Tiles::own_row(), wave_column = Tiles::own_column();
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
  static_assert(Tile::stages >= 2, "one part of the depth is copied while one is multiplied");
  static constexpr int stage_size = depth * (Tile::rows + Tile::columns);
  static constexpr int ahead = Tile::stages - 1;  ///< parts whose copies have been started
  static constexpr int step = Tiles::step;
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
  using Sums = typename Tiles::Sums;

  /// A block has 48 KiB without asking, and more as dynamic shared memory.
  __device__ static T* shared_memory() {
    if constexpr (dynamic_shared_bytes == 0) {
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
    typename Tiles::Left x;
    typename Tiles::Right y;

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
