#pragma once

#include <duet/device/integers.hpp>
#include <duet/device/tensor_map.hpp>

// Copies of tensors by the copy engine and the barriers that they complete, from sm_90 on.

namespace duet::vendor {

__device__ inline unsigned shared_address(const void* pointer) {
  return unsigned(__cvta_generic_to_shared(pointer));
}

/// The block's number in its cluster.
__device__ inline unsigned cluster_rank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

/// All threads of the cluster that have not exited meet.
__device__ inline void cluster_barrier() {
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

/// The address of the same place in another block's shared memory.
__device__ inline unsigned cluster_address(unsigned address, unsigned rank) {
  unsigned result;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(result) : "r"(address), "r"(rank));
  return result;
}
__device__ inline float load_from_cluster(unsigned address) {
  float value;
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(value) : "r"(address) : "memory");
  return value;
}

/// A barrier in shared memory that counts arrivals and bytes. Its phases have the parities 0, 1, 0…
class BulkBarrier {
 public:
  __device__ void init(unsigned arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address()), "r"(arrivals)
                 : "memory");
  }
  /// Makes initialisations visible to the cluster and the copy engine.
  __device__ static void fence_init() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  /// Arrives, and lets the phase wait for so many bytes.
  __device__ void expect(unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address()),
                 "r"(bytes)
                 : "memory");
  }
  __device__ void arrive() {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address()) : "memory");
  }
  /// Arrives at the barrier at this place in another block of the cluster.
  __device__ void arrive_at(unsigned rank) {
    asm volatile(
        "mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(cluster_address(address(), rank))
        : "memory");
  }
  /// Waits until the phase of this parity is complete.
  __device__ void wait(unsigned parity) {
    asm volatile(
        "{\n.reg .pred done;\nagain:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
        "@!done bra again;\n}" ::"r"(address()),
        "r"(parity)
        : "memory");
  }
  __device__ unsigned address() const { return shared_address(this); }

 private:
  uint64_t state_;
};

__device__ inline void prefetch_map(const TensorMap& map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}

/// Starts the copy of a box to shared memory. Elements outside the tensor become 0.
/// @param x, y, z  coordinates of the box's first element, the innermost one first
__device__ inline void copy_box(void* to, const TensorMap& map, BulkBarrier& barrier, int x, int y,
                                int z) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes"
      " [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(shared_address(to)),
      "l"(&map), "r"(x), "r"(y), "r"(z), "r"(barrier.address())
      : "memory");
}
/// The same to the same place in several blocks of the cluster, whose barriers count the bytes.
/// @param blocks  a bit for each block
__device__ inline void copy_box_to(uint16_t blocks, void* to, const TensorMap& map,
                                   BulkBarrier& barrier, int x, int y, int z) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {%2, %3, %4}], [%5], %6;" ::"r"(shared_address(to)),
      "l"(&map), "r"(x), "r"(y), "r"(z), "r"(barrier.address()), "h"(blocks)
      : "memory");
}

/// Changes the number of registers of a warpgroup's threads.
template <int count>
__device__ inline void shrink_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(count));
}
template <int count>
__device__ inline void grow_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(count));
}

}  // namespace duet::vendor
