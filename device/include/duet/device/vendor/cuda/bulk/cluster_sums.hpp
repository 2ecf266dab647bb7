#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/vendor/cuda/bulk/copy.hpp>

namespace duet::vendor {

/// Adds the sums of the blocks of a cluster that share the depth of a tile, in its order. Each
/// block gets those columns that it stores: groups of 8 in turns. The cluster's other threads call
/// `cluster_barrier` meanwhile.
/// @tparam splits   how many blocks the cluster has
/// @tparam threads  how many threads of a block have sums
/// @tparam columns  how many the sums of 16 rows have, which lie one after the other
/// @param sums  in the layout of the products
/// @param own   shared memory: the thread's place among `threads` times as many sums
/// @param rank  the block's number in its cluster
template <int splits, int threads, int columns, typename Sum, int size>
__device__ void add_in_cluster(Sum (&sums)[size], Sum* own, unsigned rank) {
#pragma unroll
  for (int i = 0; i < size; ++i) own[i * threads] = sums[i];
  cluster_barrier();
#pragma unroll
  for (int i = 0; i < size; ++i) {
    if (i % (columns / 2) / 4 % splits != rank) continue;
    const unsigned at = shared_address(own + i * threads);
    sums[i] = bit_cast<Sum>(load_from_cluster(cluster_address(at, 0)));
#pragma unroll
    for (int block = 1; block < splits; ++block) {
      sums[i] += bit_cast<Sum>(load_from_cluster(cluster_address(at, block)));
    }
  }
}

}  // namespace duet::vendor
