#define PI_F 3.141592654f

// A radix-2 FFT of 512 complex numbers by one block.
extern "C" __global__ void fft512(float2* data) {
  __shared__ float2 s[512];
  int t = threadIdx.x;
  data += blockIdx.x * 512;
  s[__brev(t) >> 23] = data[t];
  s[__brev(t + 256) >> 23] = data[t + 256];
  for (int half = 1; half < 512; half *= 2) {
    __syncthreads();
    int k = t & (half - 1), i = 2 * t - k;
    float sn, cs;
    __sincosf(-PI_F * k / half, &sn, &cs);
    float2 a = s[i], b = s[i + half];
    float2 w = make_float2(b.x * cs - b.y * sn, b.x * sn + b.y * cs);
    s[i] = make_float2(a.x + w.x, a.y + w.y);
    s[i + half] = make_float2(a.x - w.x, a.y - w.y);
  }
  __syncthreads();
  data[t] = s[t];
  data[t + 256] = s[t + 256];
}
