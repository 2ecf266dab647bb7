#include <cooperative_groups.h>
using namespace cooperative_groups;

// Scales a vector to length 1 in one launch: all blocks wait for the sum.
extern "C" __global__ void normalize(float* x, double* sum, int n) {
  grid_group grid = this_grid();
  thread_block block = this_thread_block();
  auto warp = tiled_partition<32>(block);
  double part = 0;
  for (unsigned i = grid.thread_rank(); i < n; i += grid.size()) part += (double)x[i] * x[i];
  for (int offset = warp.size() / 2; offset > 0; offset /= 2) part += warp.shfl_down(part, offset);
  if (warp.thread_rank() == 0) atomicAdd(sum, part);
  grid.sync();
  float scale = (float)(1.0 / sqrt(*(volatile double*)sum));
  for (unsigned i = grid.thread_rank(); i < n; i += grid.size()) x[i] *= scale;
}
