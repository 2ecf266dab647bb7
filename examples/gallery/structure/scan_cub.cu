#include <cub/block/block_load.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

// Carries the total of earlier tiles.
struct BlockPrefixCallbackOp {
  int running_total;
  __device__ BlockPrefixCallbackOp(int running_total) : running_total(running_total) {}
  __device__ int operator()(int block_aggregate) {
    int old_prefix = running_total;
    running_total += block_aggregate;
    return old_prefix;
  }
};

extern "C" __global__ void scan_cub(int* d_data, int num_items) {
  typedef cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE> BlockLoad;
  typedef cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_TRANSPOSE> BlockStore;
  typedef cub::BlockScan<int, 128> BlockScan;
  __shared__ union {
    typename BlockLoad::TempStorage load;
    typename BlockScan::TempStorage scan;
    typename BlockStore::TempStorage store;
  } temp_storage;
  BlockPrefixCallbackOp prefix_op(0);
  for (int block_offset = 0; block_offset < num_items; block_offset += 128 * 4) {
    int thread_data[4];
    BlockLoad(temp_storage.load).Load(d_data + block_offset, thread_data, num_items - block_offset, 0);
    __syncthreads();
    BlockScan(temp_storage.scan).InclusiveSum(thread_data, thread_data, prefix_op);
    __syncthreads();
    BlockStore(temp_storage.store).Store(d_data + block_offset, thread_data, num_items - block_offset);
    __syncthreads();
  }
}
