#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_scan.cuh>

// Run-length encoding of one tile.
extern "C" __global__ void run_lengths(const int* in, int* values, int* begins, int* count) {
  typedef cub::BlockDiscontinuity<int, 128> Discontinuity;
  typedef cub::BlockScan<int, 128> Scan;
  __shared__ typename Discontinuity::TempStorage heads_storage;
  __shared__ typename Scan::TempStorage scan_storage;
  int items[4], heads[4], places[4], total;
  for (int i = 0; i < 4; ++i) items[i] = in[threadIdx.x * 4 + i];
  Discontinuity(heads_storage).FlagHeads(heads, items, cub::Inequality());
  Scan(scan_storage).ExclusiveSum(heads, places, total);
  for (int i = 0; i < 4; ++i) {
    if (!heads[i]) continue;
    values[places[i]] = items[i];
    begins[places[i]] = threadIdx.x * 4 + i;
  }
  if (threadIdx.x == 0) *count = total;
}
