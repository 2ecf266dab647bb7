// One level of a breadth-first search, with a queue of the next frontier.
extern "C" __global__ void bfs_level(const int* __restrict__ row_offsets, const int* __restrict__ columns,
                          const int* frontier, int frontier_size, int* next, int* next_size,
                          int* distance, int level) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  int warps = gridDim.x * blockDim.x / 32;
  for (int f = warp; f < frontier_size; f += warps) {
    int u = frontier[f];
    int end = __ldg(row_offsets + u + 1);
    for (int e = __ldg(row_offsets + u) + lane; __any_sync(0xffffffff, e < end); e += 32) {
      int v = e < end ? __ldg(columns + e) : -1;
      bool found = v >= 0 && atomicCAS(distance + v, -1, level + 1) == -1;
      unsigned ballot = __ballot_sync(0xffffffff, found);
      int base = 0;
      if (lane == 0 && ballot) base = atomicAdd(next_size, __popc(ballot));
      base = __shfl_sync(0xffffffff, base, 0);
      if (found) next[base + __popc(ballot & ((1u << lane) - 1))] = v;
    }
  }
}
