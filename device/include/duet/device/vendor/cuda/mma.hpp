#pragma once

#include <duet/device/detail/matrix/element.hpp>

// The instruction mma.sync for each type. Registers hold neighbouring elements, the first one in
// the low bits, as they follow one another in a tile.

namespace duet::vendor {

#if defined(__CUDA_ARCH__)
inline constexpr int mma_architecture = __CUDA_ARCH__;
#else
inline constexpr int mma_architecture = 0;
#endif

/// Whether the target has an instruction for operands of a type.
template <typename T>
__host__ __device__ constexpr bool has_mma() {
  using namespace detail;
  if (is_same<T, half> || is_int8<T>) return mma_architecture >= 750;
  if (is_same<T, bfloat16> || is_same<T, tf32> || is_same<T, double>)
    return mma_architecture >= 800;
  if (is_same<T, float8_e4m3> || is_same<T, float8_e5m2>) return mma_architecture >= 890;
  return false;
}

/// Registers of 32 bits, made of elements.
template <int count>
struct MmaWords {
  uint32_t words[count];
  __device__ explicit MmaWords(const void* elements) { memcpy(words, elements, sizeof(words)); }
  __device__ uint32_t operator[](int i) const { return words[i]; }
};

// Sums of float or int, by an instruction that takes two or four registers of A and one or two of
// B. In the operands 0 to 3 are the sums; A and B follow.
#define DUET_MMA_4_2(name, kind, sum, a, b)                                             \
  asm("mma.sync.aligned." name " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
      : "+" kind(sum[0]), "+" kind(sum[1]), "+" kind(sum[2]), "+" kind(sum[3])          \
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
#define DUET_MMA_2_1(name, kind, sum, a, b)                                    \
  asm("mma.sync.aligned." name " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" \
      : "+" kind(sum[0]), "+" kind(sum[1]), "+" kind(sum[2]), "+" kind(sum[3]) \
      : "r"(a[0]), "r"(a[1]), "r"(b[0]))
// Sums of half, in two registers.
#define DUET_MMA_HALF_4_2(name, sum, a, b)                                  \
  asm("mma.sync.aligned." name " {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};" \
      : "+r"(sum[0]), "+r"(sum[1])                                          \
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
#define DUET_MMA_HALF_2_1(name, sum, a, b)                         \
  asm("mma.sync.aligned." name " {%0,%1}, {%2,%3}, {%4}, {%0,%1};" \
      : "+r"(sum[0]), "+r"(sum[1])                                 \
      : "r"(a[0]), "r"(a[1]), "r"(b[0]))

/// Products of fragments of 16 x `depth` and `depth` x 8 elements.
template <typename A, typename B, typename C, int depth>
struct Mma;

template <>
struct Mma<half, half, float, 16> {
  template <int>
  __device__ static void run(float* c, const half* a, const half* b) {
    const MmaWords<4> x(a);
    const MmaWords<2> y(b);
#if __CUDA_ARCH__ >= 800
    DUET_MMA_4_2("m16n8k16.row.col.f32.f16.f16.f32", "f", c, x, y);
#elif __CUDA_ARCH__ >= 750
    DUET_MMA_2_1("m16n8k8.row.col.f32.f16.f16.f32", "f", c, x.words, y.words);
    DUET_MMA_2_1("m16n8k8.row.col.f32.f16.f16.f32", "f", c, (x.words + 2), (y.words + 1));
#endif
  }
};

template <>
struct Mma<half, half, half, 16> {
  template <int>
  __device__ static void run(half* c, const half* a, const half* b) {
    const MmaWords<4> x(a);
    const MmaWords<2> y(b);
    MmaWords<2> sum(c);
#if __CUDA_ARCH__ >= 800
    DUET_MMA_HALF_4_2("m16n8k16.row.col.f16.f16.f16.f16", sum.words, x, y);
#elif __CUDA_ARCH__ >= 750
    DUET_MMA_HALF_2_1("m16n8k8.row.col.f16.f16.f16.f16", sum.words, x.words, y.words);
    DUET_MMA_HALF_2_1("m16n8k8.row.col.f16.f16.f16.f16", sum.words, (x.words + 2), (y.words + 1));
#endif
    memcpy(c, sum.words, sizeof(sum));
  }
};

#if __CUDA_ARCH__ >= 800
template <>
struct Mma<bfloat16, bfloat16, float, 16> {
  template <int>
  __device__ static void run(float* c, const bfloat16* a, const bfloat16* b) {
    const MmaWords<4> x(a);
    const MmaWords<2> y(b);
    DUET_MMA_4_2("m16n8k16.row.col.f32.bf16.bf16.f32", "f", c, x, y);
  }
};

/// The registers of A are ordered by columns first.
template <>
struct Mma<tf32, tf32, float, 8> {
  template <int>
  __device__ static void run(float* c, const tf32* a, const tf32* b) {
    const MmaWords<4> x(a);
    const MmaWords<2> y(b);
    const uint32_t z[] = {x[0], x[2], x[1], x[3]};
    DUET_MMA_4_2("m16n8k8.row.col.f32.tf32.tf32.f32", "f", c, z, y);
  }
};

template <int depth>
struct Mma<double, double, double, depth> {
  template <int>
  __device__ static void run(double* c, const double* a, const double* b) {
#pragma unroll
    for (int k = 0; k < depth / 4; ++k) add(c, a[k], a[depth / 4 + k], b[k]);
  }

 private:
  __device__ static void add(double* c, double a, double below, double b) {
#if __CUDA_ARCH__ >= 900
    asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
        "{%0,%1,%2,%3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a), "d"(below), "d"(b));
#else
    add_8(c, a, b);
    add_8(c + 2, below, b);
#endif
  }
  __device__ static void add_8(double* c, double a, double b) {
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
        : "+d"(c[0]), "+d"(c[1])
        : "d"(a), "d"(b));
  }
};
#endif

// Two fragments of bytes make a product of depth 32.

#if __CUDA_ARCH__ >= 800
#define DUET_MMA_BYTES(A, B, signs)                                       \
  template <>                                                             \
  struct Mma<A, B, int32_t, 16> {                                         \
    template <int fragments>                                              \
    __device__ static void run(int32_t* c, const A* a, const B* b) {      \
      const MmaWords<2 * fragments> x(a);                                 \
      const MmaWords<fragments> y(b);                                     \
      if constexpr (fragments == 2) {                                     \
        DUET_MMA_4_2("m16n8k32.row.col.s32." signs ".s32", "r", c, x, y); \
      } else {                                                            \
        DUET_MMA_2_1("m16n8k16.row.col.s32." signs ".s32", "r", c, x, y); \
      }                                                                   \
    }                                                                     \
  };
#else
#define DUET_MMA_BYTES(A, B, signs)                                                            \
  template <>                                                                                  \
  struct Mma<A, B, int32_t, 16> {                                                              \
    template <int fragments>                                                                   \
    __device__ static void run(int32_t* c, const A* a, const B* b) {                           \
      const MmaWords<2 * fragments> x(a);                                                      \
      const MmaWords<fragments> y(b);                                                          \
      _Pragma("unroll") for (int i = 0; i < 2 * fragments; ++i) {                              \
        asm("mma.sync.aligned.m8n8k16.row.col.s32." signs ".s32 {%0,%1}, {%2}, {%3}, {%0,%1};" \
            : "+r"(c[i % 2 * 2]), "+r"(c[i % 2 * 2 + 1])                                       \
            : "r"(x[i]), "r"(y[i / 2]));                                                       \
      }                                                                                        \
    }                                                                                          \
  };
#endif
DUET_MMA_BYTES(int8_t, int8_t, "s8.s8")
DUET_MMA_BYTES(int8_t, uint8_t, "s8.u8")
DUET_MMA_BYTES(uint8_t, int8_t, "u8.s8")
DUET_MMA_BYTES(uint8_t, uint8_t, "u8.u8")
#undef DUET_MMA_BYTES

#if __CUDA_ARCH__ >= 890
/// A single fragment is filled up with zeros.
template <int fragments>
struct MmaBytes {
  uint32_t a[4] = {}, b[2] = {};
  __device__ MmaBytes(const void* x, const void* y) {
    memcpy(a, x, 8 * fragments);
    memcpy(b, y, 4 * fragments);
  }
};
#define DUET_MMA_FLOAT8(A, B, types)                                                \
  template <>                                                                       \
  struct Mma<A, B, float, 16> {                                                     \
    template <int fragments>                                                        \
    __device__ static void run(float* c, const A* a, const B* b) {                  \
      const MmaBytes<fragments> x(a, b);                                            \
      DUET_MMA_4_2("m16n8k32.row.col.f32." types ".f32", "f", c, x.a, x.b);         \
    }                                                                               \
  };                                                                                \
  template <>                                                                       \
  struct Mma<A, B, half, 16> {                                                      \
    template <int fragments>                                                        \
    __device__ static void run(half* c, const A* a, const B* b) {                   \
      const MmaBytes<fragments> x(a, b);                                            \
      MmaWords<2> sum(c);                                                           \
      DUET_MMA_HALF_4_2("m16n8k32.row.col.f16." types ".f16", sum.words, x.a, x.b); \
      memcpy(c, sum.words, sizeof(sum));                                            \
    }                                                                               \
  };
DUET_MMA_FLOAT8(float8_e4m3, float8_e4m3, "e4m3.e4m3")
DUET_MMA_FLOAT8(float8_e4m3, float8_e5m2, "e4m3.e5m2")
DUET_MMA_FLOAT8(float8_e5m2, float8_e4m3, "e5m2.e4m3")
DUET_MMA_FLOAT8(float8_e5m2, float8_e5m2, "e5m2.e5m2")
#undef DUET_MMA_FLOAT8
#endif

#undef DUET_MMA_4_2
#undef DUET_MMA_2_1
#undef DUET_MMA_HALF_4_2
#undef DUET_MMA_HALF_2_1

}  // namespace duet::vendor
