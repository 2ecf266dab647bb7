#pragma once

#include <duet/device/detail/product_problem.hpp>
#include <duet/device/detail/product_sum.hpp>
#include <duet/device/vendor/cuda/bulk/cluster_sums.hpp>
#include <duet/device/vendor/cuda/bulk/operand.hpp>
#include <duet/device/vendor/cuda/bulk/stages.hpp>
#include <duet/device/vendor/cuda/warpgroup/accumulators.hpp>
#include <duet/device/vendor/cuda/warpgroup/multiply.hpp>

namespace duet::vendor {

/// Products of tiles by warpgroups: one wave copies, each other warpgroup multiplies 64 rows.
template <typename T, typename Tile, ProductOrder a_order, ProductOrder b_order>
class WarpgroupProduct {
 public:
  using Sum = typename detail::ProductSum<T>::type;
  static constexpr int consumers = Tile::rows / 64;
  static constexpr int threads = 128 * (consumers + 1);
  using A = BulkOperand<T, a_order, Tile::rows, 1>;
  using B = BulkOperand<T, b_order, Tile::columns, Tile::neighbours>;
  using Stages = BulkStages<A, B, Tile::stages>;
  static constexpr int depth = A::depth;
  static constexpr int dynamic_shared_bytes = Stages::bytes;
  static constexpr int cluster = Tile::neighbours * Tile::splits;
  using Accumulators = WarpgroupAccumulators<Sum, Tile::columns, Tile::splits>;

  /// Computes the tiles of this block. All threads of the grid call it once. With splits, the grid
  /// has a cluster for each tile. The depth is not 0, and has a part for each split.
  /// @param extents   ProductExtents, or ProductGroups for tiles without splits
  /// @param epilogue  called with the accumulators of each tile
  template <typename Extents, typename Epilogue>
  __device__ static void run(const Extents& extents, const ProductOperand<T>& a,
                             const ProductOperand<T>& b, const Epilogue& epilogue) {
    extern __shared__ __align__(1024) unsigned char shared[];
    WarpgroupProduct product(extents.depth, shared);
    typename detail::ScheduleOf<Extents>::type schedule(extents, Tile::rows * Tile::neighbours,
                                                        Tile::columns);
    product.init(a, b);
    const unsigned group = threadIdx.x / 128;
    if (group == 0) {
      if constexpr (moves_registers) shrink_registers<40>();
      if (threadIdx.x == 0) product.produce(schedule, a, b);
      __syncwarp();
      if constexpr (Tile::splits > 1) cluster_barrier();  // that of `add_in_cluster`
    } else {
      if constexpr (moves_registers) grow_registers<232>();
      product.consume(schedule, group - 1, epilogue);
    }
    // Shared memory lives as long as other blocks may write to it or read it.
    if constexpr (cluster > 1) cluster_barrier();
  }

 private:
  static_assert(Tile::neighbours == 1 || Tile::splits == 1, "either neighbours or splits");
  static constexpr bool moves_registers = consumers == 2 && Tile::residents == 1;

  __device__ WarpgroupProduct(unsigned whole_depth, unsigned char* shared)
      : stages_(shared), rank_(cluster > 1 ? cluster_rank() : 0) {
    const unsigned parts = (whole_depth + depth - 1) / depth;
    first_part_ = Tile::splits > 1 ? parts * rank_ / Tile::splits : 0;
    last_part_ = Tile::splits > 1 ? parts * (rank_ + 1) / Tile::splits : parts;
  }

  __device__ void init(const ProductOperand<T>& a, const ProductOperand<T>& b) {
    if (threadIdx.x == 0) {
      prefetch_map(a.map);
      prefetch_map(b.map);
      stages_.init(consumers * Tile::neighbours);
    }
    if constexpr (cluster > 1) {
      cluster_barrier();
    } else {
      __syncthreads();
    }
  }

  /// The next tile of this block.
  template <typename Schedule>
  __device__ bool find(Schedule& schedule, unsigned index, detail::ProductPlace& tile) const {
    const bool exists = schedule.find(index, tile);
    if constexpr (Tile::neighbours > 1) tile.row += rank_ * Tile::rows;
    return exists;
  }

  template <typename Schedule>
  __device__ void produce(Schedule& schedule, const ProductOperand<T>& a,
                          const ProductOperand<T>& b) {
    typename Stages::Place stage;
    detail::ProductPlace tile;
    for (unsigned i = blockIdx.x / cluster; find(schedule, i, tile); i += gridDim.x / cluster) {
      // The map of a repeated matrix has one alone.
      const unsigned a_batch = a.batch_stride == 0 ? 0 : tile.batch;
      const unsigned b_batch = b.batch_stride == 0 ? 0 : tile.batch;
#pragma unroll 1  // each part is waited for
      for (unsigned part = first_part_; part < last_part_; ++part) {
        BulkBarrier& full = stages_.begin_fill(stage);
        A::copy(stages_.a(stage), a.map, full, tile.row, part * depth, a_batch, 0);
        B::copy(stages_.b(stage), b.map, full, tile.column, part * depth, b_batch, rank_);
        stage.advance();
      }
    }
  }

  template <typename Schedule, typename Epilogue>
  __device__ void consume(Schedule& schedule, unsigned group, const Epilogue& epilogue) {
    typename Stages::Place stage;
    detail::ProductPlace tile;
    const unsigned lane = threadIdx.x % 32, wave = threadIdx.x / 32 % 4;
    for (unsigned i = blockIdx.x / cluster; find(schedule, i, tile); i += gridDim.x / cluster) {
      Sum sums[Tile::columns / 2];
      if constexpr (has_short_sums<T>) {
        accumulate_short(sums, group, stage);
      } else {
        accumulate(sums, group, stage);
      }
      if constexpr (Tile::splits > 1) reduce(sums);
      epilogue(Accumulators{sums, tile.row + group * 64 + wave * 16 + lane / 4,
                            tile.column + lane % 4 * 2, tile.batch, rank_, tile.extents});
    }
  }

  __device__ void accumulate(Sum (&sums)[Tile::columns / 2], unsigned group,
                             typename Stages::Place& stage) {
    unsigned before = stage.index;
    for (unsigned part = first_part_; part < last_part_; ++part) {
      stages_.await(stage);
      multiply(sums, group, shared_address(stages_.a(stage)), part != first_part_);
      if (part != first_part_) {
        wait_products<1>();
        release(before);
      }
      before = stage.index;
      stage.advance();
    }
    wait_products<0>();
    settle(sums);
    release(before);
  }

  /// Adds up the sums of the stages.
  __device__ void accumulate_short(Sum (&sums)[Tile::columns / 2], unsigned group,
                                   typename Stages::Place& stage) {
#pragma unroll
    for (Sum& sum : sums) sum = 0;
    for (unsigned part = first_part_; part < last_part_; ++part) {
      Sum of_stage[Tile::columns / 2];
      stages_.await(stage);
      multiply(of_stage, group, shared_address(stages_.a(stage)), false);
      wait_products<0>();
      settle(of_stage);
      release(stage.index);
#pragma unroll
      for (int i = 0; i < Tile::columns / 2; ++i) sums[i] += of_stage[i];
      stage.advance();
    }
  }

  /// @param row  a multiple of 64
  template <typename Operand>
  __device__ static uint64_t descriptor(unsigned tile, unsigned row) {
    return operand_descriptor(
        tile + (Operand::is_across ? row / depth * Operand::box_bytes : row * 128),
        Operand::box_bytes);
  }
  /// What the next 32 bytes of depth add to the descriptor.
  template <typename Operand>
  static constexpr unsigned next_step = (Operand::is_across ? 32 / sizeof(T) * 128 : 32) >> 4;

  __device__ static void multiply(Sum (&sums)[Tile::columns / 2], unsigned group, unsigned tile,
                                  bool adds) {
    const uint64_t a = descriptor<A>(tile, group * 64), b = descriptor<B>(tile + A::bytes, 0);
    begin_products();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      WarpgroupMultiply<T, Tile::columns>::template add<A::is_across, B::is_across>(
          sums, a + step * next_step<A>, b + step * next_step<B>, adds || step > 0);
    }
    commit_products();
  }

  /// The stage may be overwritten, as far as this warpgroup is concerned.
  __device__ void release(unsigned stage) {
    if constexpr (Tile::neighbours > 1) {
      if (threadIdx.x % 128 < Tile::neighbours) stages_.empty(stage).arrive_at(threadIdx.x % 128);
    } else {
      if (threadIdx.x % 128 == 0) stages_.empty(stage).arrive();
    }
  }

  /// Adds the sums of the blocks that share the tile.
  __device__ void reduce(Sum (&sums)[Tile::columns / 2]) {
    consumer_barrier();  // the other warpgroup may still read its operands
    Sum* const own = reinterpret_cast<Sum*>(stages_.memory()) + (threadIdx.x - 128);
    add_in_cluster<Tile::splits, consumer_threads, Tile::columns>(sums, own, rank_);
  }

  static constexpr int consumer_threads = consumers * 128;
  __device__ static void consumer_barrier() {
    asm volatile("bar.sync 1, %0;" ::"n"(consumer_threads) : "memory");
  }

  const Stages stages_;
  const unsigned rank_;              ///< the block's number in its cluster
  unsigned first_part_, last_part_;  ///< the block's share of the depth
};

}  // namespace duet::vendor
