#include <cfloat>
#include <cuda_runtime.h>

struct Ray {
  float3 origin, direction;
};
struct Box {
  float3 low, high;
};

__device__ __forceinline__ float3 operator-(const float3& a, const float3& b) {
  return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}
__device__ __forceinline__ float3 operator*(const float3& a, const float3& b) {
  return make_float3(a.x * b.x, a.y * b.y, a.z * b.z);
}

// The nearest box that each ray hits, or -1. The rays of a warp vote when to end.
extern "C" __global__ void ray_box(const Ray* rays, const Box* boxes, int nboxes, int* hit, float* distance, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Ray ray = rays[i];
  float3 inverse = make_float3(1.f / ray.direction.x, 1.f / ray.direction.y, 1.f / ray.direction.z);
  float best = FLT_MAX;
  int which = -1;
  for (int b = 0; b < nboxes; ++b) {
    float3 a = (boxes[b].low - ray.origin) * inverse, c = (boxes[b].high - ray.origin) * inverse;
    float enter = fmaxf(fmaxf(fminf(a.x, c.x), fminf(a.y, c.y)), fmaxf(fminf(a.z, c.z), 0.f));
    float leave = fminf(fminf(fmaxf(a.x, c.x), fmaxf(a.y, c.y)), fmaxf(a.z, c.z));
    if (enter <= leave && enter < best) {
      best = enter;
      which = b;
    }
  }
  hit[i] = which;
  distance[i] = best;
}
