#include <cstdint>

struct AdamParams {
  float lr, beta1, beta2, eps, weight_decay;
  int step;
};

extern "C" __global__ void adamw(float* __restrict__ p, const float* __restrict__ g, float* __restrict__ m,
                      float* __restrict__ v, int64_t n, AdamParams a) {
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x * blockDim.x) {
    m[i] = a.beta1 * m[i] + (1.f - a.beta1) * g[i];
    v[i] = a.beta2 * v[i] + (1.f - a.beta2) * g[i] * g[i];
    float mh = m[i] / (1.f - powf(a.beta1, a.step));
    float vh = v[i] / (1.f - powf(a.beta2, a.step));
    p[i] -= a.lr * (mh / (sqrtf(vh) + a.eps) + a.weight_decay * p[i]);
  }
}
