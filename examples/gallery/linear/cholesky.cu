// Factors many small symmetric matrices: one block each, in place in shared memory.
template <int N>
__global__ void cholesky(double* matrices) {
  __shared__ double a[N][N];
  double* m = matrices + blockIdx.x * N * N;
  int r = threadIdx.y, c = threadIdx.x;
  a[r][c] = m[r * N + c];
  for (int k = 0; k < N; ++k) {
    __syncthreads();
    if (r == k && c == k) a[k][k] = sqrt(a[k][k]);
    __syncthreads();
    if (c == k && r > k) a[r][k] /= a[k][k];
    __syncthreads();
    if (c > k && r >= c) a[r][c] -= a[r][k] * a[c][k];
  }
  __syncthreads();
  m[r * N + c] = c <= r ? a[r][c] : 0;
}
