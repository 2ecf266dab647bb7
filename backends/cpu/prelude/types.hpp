#pragma once

// The types that kernel code uses without an include, aligned as on a GPU.

typedef __SIZE_TYPE__ size_t;

#define DUET_CPU_VECTORS(name, type, align2, align4)                                  \
  struct name##1 {                                                                    \
    type x;                                                                           \
  };                                                                                  \
  struct __attribute__((aligned(align2))) name##2 {                                   \
    type x, y;                                                                        \
  };                                                                                  \
  struct name##3 {                                                                    \
    type x, y, z;                                                                     \
  };                                                                                  \
  struct __attribute__((aligned(align4))) name##4 {                                   \
    type x, y, z, w;                                                                  \
  };                                                                                  \
  inline name##1 make_##name##1(type x) { return name##1 {x}; }                       \
  inline name##2 make_##name##2(type x, type y) { return name##2 {x, y}; }            \
  inline name##3 make_##name##3(type x, type y, type z) { return name##3 {x, y, z}; } \
  inline name##4 make_##name##4(type x, type y, type z, type w) { return name##4 {x, y, z, w}; }

DUET_CPU_VECTORS(char, signed char, 2, 4)
DUET_CPU_VECTORS(uchar, unsigned char, 2, 4)
DUET_CPU_VECTORS(short, short, 4, 8)
DUET_CPU_VECTORS(ushort, unsigned short, 4, 8)
DUET_CPU_VECTORS(int, int, 8, 16)
DUET_CPU_VECTORS(uint, unsigned, 8, 16)
DUET_CPU_VECTORS(long, long, 16, 16)
DUET_CPU_VECTORS(ulong, unsigned long, 16, 16)
DUET_CPU_VECTORS(longlong, long long, 16, 16)
DUET_CPU_VECTORS(ulonglong, unsigned long long, 16, 16)
DUET_CPU_VECTORS(float, float, 8, 16)
DUET_CPU_VECTORS(double, double, 16, 16)
#undef DUET_CPU_VECTORS

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};
