#include <cstddef>

// Steps of the heat equation in two dimensions; the halo is read through shared memory.
template <typename T, int TX, int TY>
__global__ void heat_step(const T* __restrict__ in, T* __restrict__ out, int nx, int ny, T k) {
  __shared__ T s[TY + 2][TX + 2];
  int x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TY + threadIdx.y;
  auto at = [&](int i, int j) {
    i = min(max(i, 0), nx - 1);
    j = min(max(j, 0), ny - 1);
    return in[(size_t)j * nx + i];
  };
  int sx = threadIdx.x + 1, sy = threadIdx.y + 1;
  s[sy][sx] = at(x, y);
  if (threadIdx.x == 0) s[sy][0] = at(x - 1, y);
  if (threadIdx.x == TX - 1) s[sy][TX + 1] = at(x + 1, y);
  if (threadIdx.y == 0) s[0][sx] = at(x, y - 1);
  if (threadIdx.y == TY - 1) s[TY + 1][sx] = at(x, y + 1);
  __syncthreads();
  if (x < nx && y < ny)
    out[(size_t)y * nx + x] =
        s[sy][sx] + k * (s[sy][sx - 1] + s[sy][sx + 1] + s[sy - 1][sx] + s[sy + 1][sx] - 4 * s[sy][sx]);
}
