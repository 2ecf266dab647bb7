#include <cuda/atomic>

// Connected components: hooks the larger label to the smaller one with compare-and-swap.
__device__ int find_root(int* parent, int v) {
  cuda::atomic_ref<int, cuda::thread_scope_device> p(parent[v]);
  int up = p.load(cuda::memory_order_relaxed);
  while (up != v) {
    v = up;
    up = cuda::atomic_ref<int, cuda::thread_scope_device>(parent[v]).load(cuda::memory_order_relaxed);
  }
  return v;
}

extern "C" __global__ void hook(int* parent, const int2* edges, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int a = edges[i].x, b = edges[i].y;
  while (true) {
    a = find_root(parent, a);
    b = find_root(parent, b);
    if (a == b) return;
    if (a < b) { int c = a; a = b; b = c; }
    int expected = a;
    cuda::atomic_ref<int, cuda::thread_scope_device> p(parent[a]);
    if (p.compare_exchange_strong(expected, b)) return;
  }
}

extern "C" __global__ void flatten(int* parent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) parent[i] = find_root(parent, i);
}
