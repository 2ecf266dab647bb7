#pragma once

// The vector types of CUDA, plain structures. hiprtc's have operators and constructors, with which
// those of programs clash, so that macros rename them.

#define DUET_SPELLING_VECTORS(name, type, align2, align4)                                    \
  struct duet_##name##1 {                                                                    \
    type x;                                                                                  \
  };                                                                                         \
  struct alignas(align2) duet_##name##2 {                                                    \
    type x, y;                                                                               \
  };                                                                                         \
  struct duet_##name##3 {                                                                    \
    type x, y, z;                                                                            \
  };                                                                                         \
  struct alignas(align4) duet_##name##4 {                                                    \
    type x, y, z, w;                                                                         \
  };                                                                                         \
  __host__ __device__ constexpr duet_##name##1 duet_make_##name##1(type x) { return {x}; }   \
  __host__ __device__ constexpr duet_##name##2 duet_make_##name##2(type x, type y) {         \
    return {x, y};                                                                           \
  }                                                                                          \
  __host__ __device__ constexpr duet_##name##3 duet_make_##name##3(type x, type y, type z) { \
    return {x, y, z};                                                                        \
  }                                                                                          \
  __host__ __device__ constexpr duet_##name##4 duet_make_##name##4(type x, type y, type z,   \
                                                                   type w) {                 \
    return {x, y, z, w};                                                                     \
  }
DUET_SPELLING_VECTORS(char, signed char, 2, 4)
DUET_SPELLING_VECTORS(uchar, unsigned char, 2, 4)
DUET_SPELLING_VECTORS(short, short, 4, 8)
DUET_SPELLING_VECTORS(ushort, unsigned short, 4, 8)
DUET_SPELLING_VECTORS(int, int, 8, 16)
#define duet_uint3 duet_plain_uint3
#define duet_make_uint3 duet_make_plain_uint3
DUET_SPELLING_VECTORS(uint, unsigned, 8, 16)
#undef duet_uint3
#undef duet_make_uint3
DUET_SPELLING_VECTORS(long, long, 16, 16)
DUET_SPELLING_VECTORS(ulong, unsigned long, 16, 16)
DUET_SPELLING_VECTORS(longlong, long long, 16, 16)
DUET_SPELLING_VECTORS(ulonglong, unsigned long long, 16, 16)
DUET_SPELLING_VECTORS(float, float, 8, 16)
DUET_SPELLING_VECTORS(double, double, 16, 16)
#undef DUET_SPELLING_VECTORS

/// Converts from and to indices and sizes.
struct duet_uint3 {
  unsigned x, y, z;
  duet_uint3() = default;
  __host__ __device__ constexpr duet_uint3(unsigned x_, unsigned y_, unsigned z_)
      : x(x_), y(y_), z(z_) {}
  __host__ __device__ duet_uint3(dim3 d) : x(d.x), y(d.y), z(d.z) {}
  template <typename F_>
  __device__ duet_uint3(const __HIP_Coordinates<F_>& c) : x(c.x), y(c.y), z(c.z) {}
  __host__ __device__ operator dim3() const { return dim3(x, y, z); }
};
__host__ __device__ constexpr duet_uint3 duet_make_uint3(unsigned x, unsigned y, unsigned z) {
  return {x, y, z};
}

#define char1 duet_char1
#define make_char1 duet_make_char1
#define char2 duet_char2
#define make_char2 duet_make_char2
#define char3 duet_char3
#define make_char3 duet_make_char3
#define char4 duet_char4
#define make_char4 duet_make_char4
#define uchar1 duet_uchar1
#define make_uchar1 duet_make_uchar1
#define uchar2 duet_uchar2
#define make_uchar2 duet_make_uchar2
#define uchar3 duet_uchar3
#define make_uchar3 duet_make_uchar3
#define uchar4 duet_uchar4
#define make_uchar4 duet_make_uchar4
#define short1 duet_short1
#define make_short1 duet_make_short1
#define short2 duet_short2
#define make_short2 duet_make_short2
#define short3 duet_short3
#define make_short3 duet_make_short3
#define short4 duet_short4
#define make_short4 duet_make_short4
#define ushort1 duet_ushort1
#define make_ushort1 duet_make_ushort1
#define ushort2 duet_ushort2
#define make_ushort2 duet_make_ushort2
#define ushort3 duet_ushort3
#define make_ushort3 duet_make_ushort3
#define ushort4 duet_ushort4
#define make_ushort4 duet_make_ushort4
#define int1 duet_int1
#define make_int1 duet_make_int1
#define int2 duet_int2
#define make_int2 duet_make_int2
#define int3 duet_int3
#define make_int3 duet_make_int3
#define int4 duet_int4
#define make_int4 duet_make_int4
#define uint1 duet_uint1
#define make_uint1 duet_make_uint1
#define uint2 duet_uint2
#define make_uint2 duet_make_uint2
#define uint3 duet_uint3
#define make_uint3 duet_make_uint3
#define uint4 duet_uint4
#define make_uint4 duet_make_uint4
#define long1 duet_long1
#define make_long1 duet_make_long1
#define long2 duet_long2
#define make_long2 duet_make_long2
#define long3 duet_long3
#define make_long3 duet_make_long3
#define long4 duet_long4
#define make_long4 duet_make_long4
#define ulong1 duet_ulong1
#define make_ulong1 duet_make_ulong1
#define ulong2 duet_ulong2
#define make_ulong2 duet_make_ulong2
#define ulong3 duet_ulong3
#define make_ulong3 duet_make_ulong3
#define ulong4 duet_ulong4
#define make_ulong4 duet_make_ulong4
#define longlong1 duet_longlong1
#define make_longlong1 duet_make_longlong1
#define longlong2 duet_longlong2
#define make_longlong2 duet_make_longlong2
#define longlong3 duet_longlong3
#define make_longlong3 duet_make_longlong3
#define longlong4 duet_longlong4
#define make_longlong4 duet_make_longlong4
#define ulonglong1 duet_ulonglong1
#define make_ulonglong1 duet_make_ulonglong1
#define ulonglong2 duet_ulonglong2
#define make_ulonglong2 duet_make_ulonglong2
#define ulonglong3 duet_ulonglong3
#define make_ulonglong3 duet_make_ulonglong3
#define ulonglong4 duet_ulonglong4
#define make_ulonglong4 duet_make_ulonglong4
#define float1 duet_float1
#define make_float1 duet_make_float1
#define float2 duet_float2
#define make_float2 duet_make_float2
#define float3 duet_float3
#define make_float3 duet_make_float3
#define float4 duet_float4
#define make_float4 duet_make_float4
#define double1 duet_double1
#define make_double1 duet_make_double1
#define double2 duet_double2
#define make_double2 duet_make_double2
#define double3 duet_double3
#define make_double3 duet_make_double3
#define double4 duet_double4
#define make_double4 duet_make_double4
