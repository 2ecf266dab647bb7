#pragma once

#include <duet/device/detail/wave_tiles.hpp>
#include <duet/device/vendor/cuda/bulk/cluster_sums.hpp>
#include <duet/device/vendor/cuda/bulk/operand.hpp>
#include <duet/device/vendor/cuda/bulk/stages.hpp>
#include <duet/device/vendor/cuda/warpgroup/accumulators.hpp>

namespace duet::vendor {

/// Products of tiles by the matrix instructions of waves, from sm_90 on: the copy engine brings the
/// operands. Waves do not wait for each other, but for stages to be filled.
template <typename T, typename Tile, ProductOrder a_order, ProductOrder b_order>
class BulkWaveProduct {
 public:
  using Tiles = detail::WaveTiles<T, Tile>;
  using A = BulkOperand<T, a_order, Tile::rows, 1>;
  using B = BulkOperand<T, b_order, Tile::columns, 1>;
  using Stages = BulkStages<A, B, Tile::stages>;
  static constexpr int threads = Tiles::threads;
  static constexpr int dynamic_shared_bytes = Stages::bytes;

  /// Computes the tiles of this block. All threads of the block call it once. With splits, the grid
  /// has a cluster for each tile. The depth is not 0, and has a part for each split.
  /// @param extents   ProductExtents, or ProductGroups for tiles without splits
  /// @param epilogue  called with accumulators, several times for each tile
  template <typename Extents, typename Epilogue>
  __device__ static void run(const Extents& extents, const ProductOperand<T>& a,
                             const ProductOperand<T>& b, const Epilogue& epilogue) {
    using Schedule = typename detail::ScheduleOf<Extents>::type;
    extern __shared__ __align__(1024) unsigned char shared[];
    const Stages stages(shared);
    if (threadIdx.x == 0) {
      prefetch_map(a.map);
      prefetch_map(b.map);
      stages.init(Tiles::waves);
    }
    __syncthreads();
    Schedule schedule(extents, Tile::rows, Tile::columns);
    const unsigned rank = splits > 1 ? cluster_rank() : 0;
    Copies<Schedule> copies(stages, schedule, extents.depth, rank, a, b);
    for (int i = 1; i < Tile::stages; ++i) copies.start_next();
    typename Stages::Place stage;
    detail::ProductPlace place;
    for (uint64_t i = first_tile(); schedule.find(i, place); i += tile_step()) {
      Sums sums;
      sums.fill(typename Tiles::Sum(0));
      accumulate(sums, stages, stage, copies);
      if constexpr (splits > 1) reduce(sums, stages, rank);
      finish(sums, place, rank, epilogue);
    }
    // Shared memory lives as long as other blocks may read it.
    if constexpr (splits > 1) cluster_barrier();
  }

 private:
  using Sums = typename Tiles::Sums;
  static constexpr int splits = Tile::splits;
  static constexpr int steps = A::depth / Tiles::step;
  static_assert(Tile::stages >= 2, "one part of the depth is copied while one is multiplied");

  __device__ static uint64_t first_tile() { return block_in_grid() / splits; }
  __device__ static unsigned tile_step() { return gridDim.x / splits; }

  /// What the block's first thread copies for all, ahead of what is multiplied.
  template <typename Schedule>
  class Copies {
   public:
    /// @param rank  the block's number among those that share the depth
    __device__ Copies(const Stages& stages, const Schedule& schedule, unsigned whole_depth,
                      unsigned rank, const ProductOperand<T>& a, const ProductOperand<T>& b)
        : first(share(whole_depth, rank)),
          last(share(whole_depth, rank + 1)),
          stages_(stages),
          schedule_(schedule),
          a_(a),
          b_(b),
          index_(first_tile()),
          is_copying_(threadIdx.x == 0 && schedule_.find(index_, place_)),
          part_(first) {}

    /// Starts the copies of the next part of the depth, when its stage is free.
    __device__ void start_next() {
      if (!is_copying_) return;
      BulkBarrier& full = stages_.begin_fill(stage_);
      const unsigned at = part_ * A::depth;
      // The map of a repeated matrix has one alone.
      A::copy(stages_.a(stage_), a_.map, full, place_.row, at, a_.batch_stride ? place_.batch : 0,
              0);
      B::copy(stages_.b(stage_), b_.map, full, place_.column, at,
              b_.batch_stride ? place_.batch : 0, 0);
      stage_.advance();
      if (++part_ == last) {
        part_ = first;
        index_ += tile_step();
        is_copying_ = schedule_.find(index_, place_);
      }
    }

    const unsigned first, last;  ///< the block's parts of the depth

   private:
    __device__ static unsigned share(unsigned whole_depth, unsigned rank) {
      return (whole_depth + A::depth - 1) / A::depth * rank / splits;
    }

    const Stages& stages_;
    Schedule schedule_;
    const ProductOperand<T>&a_, &b_;
    uint64_t index_;  ///< of the tile
    detail::ProductPlace place_;
    bool is_copying_;
    unsigned part_;
    typename Stages::Place stage_;
  };

  template <typename AllCopies>
  __device__ static void accumulate(Sums& sums, const Stages& stages, typename Stages::Place& stage,
                                    AllCopies& copies) {
    Operands held[2];
    stages.await(stage);
    held[0].load(stages, stage, 0);
#pragma unroll 1
    for (unsigned part = copies.first; part < copies.last; ++part) {
#pragma unroll
      for (int i = 0; i < steps; ++i) {
        const unsigned used = stage.index;
        if (i + 1 == steps) {
          // The wave has loaded all of the stage before: no other wave is far behind.
          copies.start_next();
          __syncwarp();
          if (part + 1 < copies.last) {
            stage.advance();
            stages.await(stage);
          }
        }
        held[(i + 1) % 2].load(stages, stage, (i + 1) % steps * Tiles::step);
        if (i + 1 == steps && vendor::lane() == 0) stages.empty(used).arrive();
        multiply_add(sums, held[i % 2].x, held[i % 2].y);
      }
    }
    stage.advance();
  }

  /// Adds the sums of the blocks that share the tile.
  __device__ static void reduce(Sums& sums, const Stages& stages, unsigned rank) {
    static_assert(int(sizeof(sums)) * threads <= Stages::bytes, "stages have room for the sums");
    __syncthreads();  // other waves may still read their operands
    auto* const own = reinterpret_cast<typename Tiles::Sum*>(stages.memory()) + threadIdx.x;
    add_in_cluster<splits, threads, Tiles::columns>(sums.values, own, rank);
  }

  /// Calls the epilogue for each 16 rows, which waves hold as those of a warpgroup do.
  template <typename Epilogue>
  __device__ static void finish(Sums& sums, const detail::ProductPlace& place, unsigned rank,
                                const Epilogue& epilogue) {
    using Layout = typename Sums::Layout;
    using Sum = typename Tiles::Sum;
    const unsigned lane = vendor::lane();
    const unsigned row = place.row + Tiles::own_row() + lane / 4;
    const unsigned column = place.column + Tiles::own_column() + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < Layout::down; ++i) {
      auto& of_rows = reinterpret_cast<Sum(&)[Tiles::columns / 2]>(sums[Layout::fragment(i, 0)]);
      epilogue(WarpgroupAccumulators<Sum, Tiles::columns, splits>{
          of_rows, row + i * Layout::Fragment::rows, column, place.batch, rank, place.extents});
    }
  }

  /// The operands of a step.
  struct Operands {
    typename Tiles::Left x;
    typename Tiles::Right y;

    __device__ void load(const Stages& stages, const typename Stages::Place& stage, unsigned k) {
      load<A>(x, stages.a(stage), Tiles::own_row(), k, RowMajor(), ColumnMajor());
      load<B>(y, stages.b(stage), Tiles::own_column(), k, ColumnMajor(), RowMajor());
    }

   private:
    template <typename Operand, typename Loaded, typename Along, typename Across>
    __device__ static void load(Loaded& loaded, void* from, unsigned first, unsigned k, Along along,
                                Across across) {
      const typename Operand::Matrix matrix(from);
      if constexpr (Operand::is_across) {
        loaded.load_shared(matrix, k, first, across);
      } else {
        loaded.load_shared(matrix, first, k, along);
      }
    }
  };
};

}  // namespace duet::vendor
