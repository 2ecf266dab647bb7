#pragma once

#include <duet/device/detail/product_problem.hpp>
#include <duet/device/detail/product_sum.hpp>
#include <duet/device/vendor/cuda/bulk_copy.hpp>
#include <duet/device/vendor/cuda/warpgroup_accumulators.hpp>
#include <duet/device/vendor/cuda/warpgroup_multiply.hpp>

namespace duet::vendor {

/// A block's tile of an operand in shared memory: rows of 128 bytes, swizzled.
/// @tparam rows   of the tile: rows of A or columns of B
/// @tparam parts  how many blocks copy a part each, for all of them
template <typename T, ProductOrder order, int rows, int parts>
struct WarpgroupOperand {
  static constexpr int depth = 128 / sizeof(T);
  static constexpr bool is_across = order == ProductOrder::across;
  static constexpr int boxes = is_across ? (rows + depth - 1) / depth : 1;
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

  /// @param row  a multiple of 64
  __device__ static uint64_t descriptor(unsigned tile, unsigned row) {
    return operand_descriptor(tile + (is_across ? row / depth * box_bytes : row * 128), box_bytes);
  }
  /// What the next 32 bytes of depth add to the descriptor.
  static constexpr unsigned step = (is_across ? 32 / sizeof(T) * 128 : 32) >> 4;
};

/// Products of tiles by warpgroups: one wave copies, each other warpgroup multiplies 64 rows.
template <typename T, typename Tile, ProductOrder a_order, ProductOrder b_order>
class WarpgroupProduct {
 public:
  using Sum = typename detail::ProductSum<T>::type;
  static constexpr int consumers = Tile::rows / 64;
  static constexpr int threads = 128 * (consumers + 1);
  using A = WarpgroupOperand<T, a_order, Tile::rows, 1>;
  using B = WarpgroupOperand<T, b_order, Tile::columns, Tile::neighbours>;
  static constexpr int depth = A::depth;
  static constexpr int stage_bytes = A::bytes + B::bytes;
  static constexpr int shared_bytes = Tile::stages * (stage_bytes + 16);
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
      if constexpr (Tile::splits > 1) cluster_barrier();  // that of `reduce`
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
      : shared_(shared),
        full_(reinterpret_cast<BulkBarrier*>(shared + Tile::stages * stage_bytes)),
        empty_(full_ + Tile::stages),
        rank_(cluster > 1 ? cluster_rank() : 0) {
    const unsigned parts = (whole_depth + depth - 1) / depth;
    first_part_ = Tile::splits > 1 ? parts * rank_ / Tile::splits : 0;
    last_part_ = Tile::splits > 1 ? parts * (rank_ + 1) / Tile::splits : parts;
  }

  __device__ void init(const ProductOperand<T>& a, const ProductOperand<T>& b) {
    if (threadIdx.x == 0) {
      prefetch_map(a.map);
      prefetch_map(b.map);
      for (int i = 0; i < Tile::stages; ++i) {
        full_[i].init(1);
        empty_[i].init(consumers * Tile::neighbours);
      }
      BulkBarrier::fence_init();
    }
    if constexpr (cluster > 1) {
      cluster_barrier();
    } else {
      __syncthreads();
    }
  }

  /// The place in the ring of stages.
  struct Stage {
    unsigned index = 0, parity = 0;
    __device__ void advance() {
      if (++index == Tile::stages) {
        index = 0;
        parity ^= 1;
      }
    }
  };

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
    Stage stage;
    detail::ProductPlace tile;
    for (unsigned i = blockIdx.x / cluster; find(schedule, i, tile); i += gridDim.x / cluster) {
      // The map of a repeated matrix has one alone.
      const unsigned a_batch = a.batch_stride == 0 ? 0 : tile.batch;
      const unsigned b_batch = b.batch_stride == 0 ? 0 : tile.batch;
#pragma unroll 1  // each part is waited for
      for (unsigned part = first_part_; part < last_part_; ++part) {
        empty_[stage.index].wait(stage.parity ^ 1);
        BulkBarrier& full = full_[stage.index];
        full.expect(stage_bytes);
        unsigned char* const to = shared_ + stage.index * stage_bytes;
        A::copy(to, a.map, full, tile.row, part * depth, a_batch, 0);
        B::copy(to + A::bytes, b.map, full, tile.column, part * depth, b_batch, rank_);
        stage.advance();
      }
    }
  }

  template <typename Schedule, typename Epilogue>
  __device__ void consume(Schedule& schedule, unsigned group, const Epilogue& epilogue) {
    Stage stage;
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

  __device__ void accumulate(Sum (&sums)[Tile::columns / 2], unsigned group, Stage& stage) {
    unsigned before = stage.index;
    for (unsigned part = first_part_; part < last_part_; ++part) {
      full_[stage.index].wait(stage.parity);
      multiply(sums, group, shared_address(shared_ + stage.index * stage_bytes),
               part != first_part_);
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
  __device__ void accumulate_short(Sum (&sums)[Tile::columns / 2], unsigned group, Stage& stage) {
#pragma unroll
    for (Sum& sum : sums) sum = 0;
    for (unsigned part = first_part_; part < last_part_; ++part) {
      Sum of_stage[Tile::columns / 2];
      full_[stage.index].wait(stage.parity);
      multiply(of_stage, group, shared_address(shared_ + stage.index * stage_bytes), false);
      wait_products<0>();
      settle(of_stage);
      release(stage.index);
#pragma unroll
      for (int i = 0; i < Tile::columns / 2; ++i) sums[i] += of_stage[i];
      stage.advance();
    }
  }

  __device__ static void multiply(Sum (&sums)[Tile::columns / 2], unsigned group, unsigned tile,
                                  bool adds) {
    const uint64_t a = A::descriptor(tile, group * 64), b = B::descriptor(tile + A::bytes, 0);
    begin_products();
#pragma unroll
    for (int step = 0; step < 4; ++step) {
      WarpgroupMultiply<T, Tile::columns>::template add<A::is_across, B::is_across>(
          sums, a + step * A::step, b + step * B::step, adds || step > 0);
    }
    commit_products();
  }

  /// The stage may be overwritten, as far as this warpgroup is concerned.
  __device__ void release(unsigned stage) {
    if constexpr (Tile::neighbours > 1) {
      if (threadIdx.x % 128 < Tile::neighbours) empty_[stage].arrive_at(threadIdx.x % 128);
    } else {
      if (threadIdx.x % 128 == 0) empty_[stage].arrive();
    }
  }

  /// Adds the sums of the blocks that share the tile, in the order of the depth. Each block gets
  /// those columns that it stores.
  __device__ void reduce(Sum (&sums)[Tile::columns / 2]) {
    consumer_barrier();  // the other warpgroup may still read its operands
    Sum* const own = reinterpret_cast<Sum*>(shared_) + (threadIdx.x - 128);
#pragma unroll
    for (int i = 0; i < Tile::columns / 2; ++i) own[i * consumer_threads] = sums[i];
    cluster_barrier();
#pragma unroll
    for (int i = 0; i < Tile::columns / 2; ++i) {
      if (i / 4 % Tile::splits != rank_) continue;
      const unsigned at = shared_address(own + i * consumer_threads);
      sums[i] = bit_cast<Sum>(load_from_cluster(cluster_address(at, 0)));
#pragma unroll
      for (int block = 1; block < Tile::splits; ++block) {
        sums[i] += bit_cast<Sum>(load_from_cluster(cluster_address(at, block)));
      }
    }
  }

  static constexpr int consumer_threads = consumers * 128;
  __device__ static void consumer_barrier() {
    asm volatile("bar.sync 1, %0;" ::"n"(consumer_threads) : "memory");
  }

  unsigned char* const shared_;      ///< the stages: A's tile, then B's
  BulkBarrier* const full_;          ///< for each stage: the operands are there
  BulkBarrier* const empty_;         ///< for each stage: all consumers have used them
  const unsigned rank_;              ///< the block's number in its cluster
  unsigned first_part_, last_part_;  ///< the block's share of the depth
};

}  // namespace duet::vendor
