// Sparse matrix times vector: eight lanes for each row.
template <int VECTOR_SIZE>
__global__ void spmv_csr_vector(int rows, const int* Ap, const int* Aj, const float* Ax,
                                const float* x, float* y) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & (VECTOR_SIZE - 1);
  int row = thread / VECTOR_SIZE;
  float sum = 0;
  if (row < rows)
    for (int j = Ap[row] + lane; j < Ap[row + 1]; j += VECTOR_SIZE) sum += Ax[j] * __ldg(&x[Aj[j]]);
  for (int d = VECTOR_SIZE / 2; d > 0; d >>= 1)
    sum += __shfl_down_sync(0xffffffff, sum, d, VECTOR_SIZE);
  if (lane == 0 && row < rows) y[row] = sum;
}
