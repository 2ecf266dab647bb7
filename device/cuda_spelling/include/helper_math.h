#pragma once

// Operators and functions of vectors, under the name of the header in NVIDIA's samples.

#include <duet/spelling/runtime.hpp>

// Element by element, also with a number on either side; for 2, 3 and 4 elements of type T.
#define DUET_SPELLING_OPERATOR(V, T, op, of_vectors, of_right, of_left)                           \
  __host__ __device__ inline V operator op(V a, V b) { return of_vectors; }                       \
  __host__ __device__ inline V operator op(V a, T b) { return of_right; }                         \
  __host__ __device__ inline V operator op(T a, V b) { return of_left; }                          \
  __host__ __device__ inline V& operator op##=(V& a, V b) { return a = a op b; }                  \
  __host__ __device__ inline V& operator op##=(V& a, T b) { return a = a op b; }
#define DUET_SPELLING_OPERATOR_2(V, T, op)                                                        \
  DUET_SPELLING_OPERATOR(V##2, T, op, make_##V##2(a.x op b.x, a.y op b.y),                        \
                         make_##V##2(a.x op b, a.y op b), make_##V##2(a op b.x, a op b.y))
#define DUET_SPELLING_OPERATOR_3(V, T, op)                                                        \
  DUET_SPELLING_OPERATOR(V##3, T, op, make_##V##3(a.x op b.x, a.y op b.y, a.z op b.z),            \
                         make_##V##3(a.x op b, a.y op b, a.z op b),                               \
                         make_##V##3(a op b.x, a op b.y, a op b.z))
#define DUET_SPELLING_OPERATOR_4(V, T, op)                                                        \
  DUET_SPELLING_OPERATOR(V##4, T, op, make_##V##4(a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w), \
                         make_##V##4(a.x op b, a.y op b, a.z op b, a.w op b),                     \
                         make_##V##4(a op b.x, a op b.y, a op b.z, a op b.w))
#define DUET_SPELLING_OPERATORS(V, T, op) \
  DUET_SPELLING_OPERATOR_2(V, T, op)      \
  DUET_SPELLING_OPERATOR_3(V, T, op)      \
  DUET_SPELLING_OPERATOR_4(V, T, op)
#define DUET_SPELLING_ALL_OPERATORS(V, T) \
  DUET_SPELLING_OPERATORS(V, T, +)        \
  DUET_SPELLING_OPERATORS(V, T, -)        \
  DUET_SPELLING_OPERATORS(V, T, *)        \
  DUET_SPELLING_OPERATORS(V, T, /)
DUET_SPELLING_ALL_OPERATORS(float, float)
DUET_SPELLING_ALL_OPERATORS(int, int)
DUET_SPELLING_ALL_OPERATORS(uint, unsigned)
#undef DUET_SPELLING_ALL_OPERATORS
#undef DUET_SPELLING_OPERATORS
#undef DUET_SPELLING_OPERATOR_4
#undef DUET_SPELLING_OPERATOR_3
#undef DUET_SPELLING_OPERATOR_2
#undef DUET_SPELLING_OPERATOR

// A function of the elements of one vector or two.
#define DUET_SPELLING_EACH_1(V, name, f)                                                          \
  __device__ inline V##2 name(V##2 a) { return make_##V##2(f(a.x), f(a.y)); }                     \
  __device__ inline V##3 name(V##3 a) { return make_##V##3(f(a.x), f(a.y), f(a.z)); }             \
  __device__ inline V##4 name(V##4 a) { return make_##V##4(f(a.x), f(a.y), f(a.z), f(a.w)); }
#define DUET_SPELLING_EACH_2(V, name, f)                                                          \
  __device__ inline V##2 name(V##2 a, V##2 b) { return make_##V##2(f(a.x, b.x), f(a.y, b.y)); }   \
  __device__ inline V##3 name(V##3 a, V##3 b) {                                                   \
    return make_##V##3(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z));                                    \
  }                                                                                               \
  __device__ inline V##4 name(V##4 a, V##4 b) {                                                   \
    return make_##V##4(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w));                       \
  }
DUET_SPELLING_EACH_1(float, operator-, -)
DUET_SPELLING_EACH_1(int, operator-, -)
DUET_SPELLING_EACH_1(float, fabs, fabsf)
DUET_SPELLING_EACH_1(float, floorf, floorf)
DUET_SPELLING_EACH_1(int, abs, abs)
DUET_SPELLING_EACH_2(float, fminf, fminf)
DUET_SPELLING_EACH_2(float, fmaxf, fmaxf)
DUET_SPELLING_EACH_2(float, fmodf, fmodf)
DUET_SPELLING_EACH_2(int, min, min)
DUET_SPELLING_EACH_2(int, max, max)
DUET_SPELLING_EACH_2(uint, min, min)
DUET_SPELLING_EACH_2(uint, max, max)
#undef DUET_SPELLING_EACH_1
#undef DUET_SPELLING_EACH_2

__device__ inline float clamp(float x, float low, float high) { return fmaxf(low, fminf(x, high)); }
__device__ inline int clamp(int x, int low, int high) { return max(low, min(x, high)); }
__device__ inline unsigned clamp(unsigned x, unsigned low, unsigned high) {
  return max(low, min(x, high));
}
__device__ inline float lerp(float a, float b, float t) { return a + t * (b - a); }
__device__ inline float fracf(float x) { return x - floorf(x); }
__device__ inline float smoothstep(float low, float high, float x) {
  const float y = clamp((x - low) / (high - low), 0.0f, 1.0f);
  return y * y * (3.0f - 2.0f * y);
}

__host__ __device__ inline float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
__host__ __device__ inline float dot(float3 a, float3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
__host__ __device__ inline float dot(float4 a, float4 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
__host__ __device__ inline int dot(int3 a, int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__host__ __device__ inline float3 cross(float3 a, float3 b) {
  return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
#define DUET_SPELLING_GEOMETRY(V)                                                          \
  __device__ inline float length(V v) { return sqrtf(dot(v, v)); }                         \
  __device__ inline V normalize(V v) { return v * rsqrtf(dot(v, v)); }                     \
  __device__ inline V reflect(V v, V normal) { return v - 2.0f * normal * dot(normal, v); } \
  __device__ inline V lerp(V a, V b, float t) { return a + t * (b - a); }                  \
  __device__ inline V clamp(V v, V low, V high) { return fmaxf(low, fminf(v, high)); }     \
  __device__ inline V fracf(V v) { return v - floorf(v); }
DUET_SPELLING_GEOMETRY(float2)
DUET_SPELLING_GEOMETRY(float3)
DUET_SPELLING_GEOMETRY(float4)
#undef DUET_SPELLING_GEOMETRY
__device__ inline float2 clamp(float2 v, float low, float high) {
  return make_float2(clamp(v.x, low, high), clamp(v.y, low, high));
}
__device__ inline float3 clamp(float3 v, float low, float high) {
  return make_float3(clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high));
}
__device__ inline float4 clamp(float4 v, float low, float high) {
  return make_float4(clamp(v.x, low, high), clamp(v.y, low, high), clamp(v.z, low, high),
                     clamp(v.w, low, high));
}

// Vectors from numbers and from smaller vectors.
#define DUET_SPELLING_MAKE(V, T)                                                              \
  __host__ __device__ inline V##2 make_##V##2(T x) { return make_##V##2(x, x); }              \
  __host__ __device__ inline V##3 make_##V##3(T x) { return make_##V##3(x, x, x); }           \
  __host__ __device__ inline V##4 make_##V##4(T x) { return make_##V##4(x, x, x, x); }        \
  __host__ __device__ inline V##2 make_##V##2(V##3 v) { return make_##V##2(v.x, v.y); }       \
  __host__ __device__ inline V##3 make_##V##3(V##2 v, T z) { return make_##V##3(v.x, v.y, z); } \
  __host__ __device__ inline V##3 make_##V##3(V##4 v) { return make_##V##3(v.x, v.y, v.z); }  \
  __host__ __device__ inline V##4 make_##V##4(V##3 v, T w) {                                  \
    return make_##V##4(v.x, v.y, v.z, w);                                                     \
  }
DUET_SPELLING_MAKE(float, float)
DUET_SPELLING_MAKE(int, int)
DUET_SPELLING_MAKE(uint, unsigned)
#undef DUET_SPELLING_MAKE
#define DUET_SPELLING_CONVERT(V, T, W)                                                          \
  __host__ __device__ inline V##2 make_##V##2(W##2 v) { return make_##V##2(T(v.x), T(v.y)); }   \
  __host__ __device__ inline V##3 make_##V##3(W##3 v) {                                         \
    return make_##V##3(T(v.x), T(v.y), T(v.z));                                                 \
  }                                                                                             \
  __host__ __device__ inline V##4 make_##V##4(W##4 v) {                                         \
    return make_##V##4(T(v.x), T(v.y), T(v.z), T(v.w));                                         \
  }
DUET_SPELLING_CONVERT(float, float, int)
DUET_SPELLING_CONVERT(float, float, uint)
DUET_SPELLING_CONVERT(int, int, float)
DUET_SPELLING_CONVERT(int, int, uint)
DUET_SPELLING_CONVERT(uint, unsigned, int)
#undef DUET_SPELLING_CONVERT
