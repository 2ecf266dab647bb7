// A 7-point stencil that marches along z; neighbours in z are in registers.
extern "C" __global__ void stencil_3d(const float* in, float* out, int nx, int ny, int nz, float c0, float c1) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1) return;
  int plane = nx * ny, idx = j * nx + i;
  float behind = in[idx], current = in[idx + plane];
  for (int k = 1; k < nz - 1; ++k) {
    idx += plane;
    float front = in[idx + plane];
    out[idx] = c0 * current + c1 * (behind + front + in[idx - 1] + in[idx + 1] + in[idx - nx] + in[idx + nx]);
    behind = current;
    current = front;
  }
}
