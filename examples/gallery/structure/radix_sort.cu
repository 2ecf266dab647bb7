#include <cub/cub.cuh>

template <typename Key, int BLOCK_THREADS, int ITEMS_PER_THREAD>
__launch_bounds__(BLOCK_THREADS) __global__
    void BlockSortKernel(Key* d_keys, int* d_values) {
  enum { TILE_SIZE = BLOCK_THREADS * ITEMS_PER_THREAD };
  typedef cub::BlockLoad<Key, BLOCK_THREADS, ITEMS_PER_THREAD, cub::BLOCK_LOAD_WARP_TRANSPOSE> BlockLoadT;
  typedef cub::BlockRadixSort<Key, BLOCK_THREADS, ITEMS_PER_THREAD, int> BlockRadixSortT;
  __shared__ union TempStorage {
    typename BlockLoadT::TempStorage load;
    typename BlockRadixSortT::TempStorage sort;
  } temp_storage;
  Key items[ITEMS_PER_THREAD];
  int values[ITEMS_PER_THREAD];
  int block_offset = blockIdx.x * TILE_SIZE;
  BlockLoadT(temp_storage.load).Load(d_keys + block_offset, items);
  for (int i = 0; i < ITEMS_PER_THREAD; ++i) values[i] = block_offset + threadIdx.x * ITEMS_PER_THREAD + i;
  __syncthreads();
  BlockRadixSortT(temp_storage.sort).SortBlockedToStriped(items, values);
  cub::StoreDirectStriped<BLOCK_THREADS>(threadIdx.x, d_keys + block_offset, items);
  cub::StoreDirectStriped<BLOCK_THREADS>(threadIdx.x, d_values + block_offset, values);
}
