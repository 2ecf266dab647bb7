#pragma once

#include <duet/device/detail/matrix/bit_layout.hpp>
#include <duet/device/detail/matrix/element.hpp>
#include <duet/device/vendor/hip/matrix_registers.hpp>

// MFMA, by instructions of 16 rows and columns: AMD, "Matrix Instruction Calculator". They get the
// right operand for A and the left one for B, and so compute the transposed product: each lane
// holds neighbours of a row.

namespace duet::vendor {

/// Left operands: lane = row + 16 * (upper bits of the column).
template <int depth>
using MfmaLeft =
    detail::BitLayout<detail::bits(4, detail::row_bit(0),
                                   detail::bits(2, detail::column_bit(detail::log2_of(depth) - 2))),
                      depth == 4 ? 0
                                 : detail::bits(detail::log2_of(depth) - 2, detail::column_bit(0))>;

template <typename T, int depth>
struct MatrixOperand {
  using Left = MfmaLeft<depth>;
  using Right = detail::Transposed<Left>;
};
/// Rows of the result lie in other places for double; the columns are exchanged to make up for it.
template <int depth>
struct MatrixOperand<double, depth> {
  using Left = MfmaLeft<depth>;
  using Right = detail::BitLayout<
      detail::bits(2, detail::column_bit(2),
                   detail::bits(2, detail::column_bit(0),
                                detail::bits(2, detail::row_bit(detail::log2_of(depth) - 2)))),
      detail::transposed(Left::index_map)>;
};

#if defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__)
inline constexpr bool has_xf32 = true;
#else
inline constexpr bool has_xf32 = false;
#endif
#if defined(__gfx908__)
inline constexpr bool has_mfma_of_double = false;
#else
inline constexpr bool has_mfma_of_double = true;
#endif
#if defined(__gfx908__) || defined(__gfx90a__)
inline constexpr bool has_deep_mfma = false;
#else
inline constexpr bool has_deep_mfma = true;
#endif

/// One instruction, or several, for fragments of 16 x `depth` and `depth` x 16 elements.
template <typename T>
struct Mfma;

using Sums = Registers<float, 4>;

template <>
struct Mfma<half> {
  using Elements = Registers<_Float16, 4>;
  template <int, int>
  __device__ static Sums run(Sums c, const half* a, const half* b) {
    return __builtin_amdgcn_mfma_f32_16x16x16f16(load_registers<Elements>(b),
                                                 load_registers<Elements>(a), c, 0, 0, 0);
  }
};

template <>
struct Mfma<bfloat16> {
  template <int, int>
  __device__ static Sums run(Sums c, const bfloat16* a, const bfloat16* b) {
#if defined(__gfx908__)
    using Elements = Registers<short, 2>;
    c = __builtin_amdgcn_mfma_f32_16x16x8bf16(load_registers<Elements>(b),
                                              load_registers<Elements>(a), c, 0, 0, 0);
    return __builtin_amdgcn_mfma_f32_16x16x8bf16(load_registers<Elements>(b + 2),
                                                 load_registers<Elements>(a + 2), c, 0, 0, 0);
#else
    using Elements = Registers<short, 4>;
    return __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(load_registers<Elements>(b),
                                                     load_registers<Elements>(a), c, 0, 0, 0);
#endif
  }
};

template <>
struct Mfma<float> {
  template <int depth, int>
  __device__ static Sums run(Sums c, const float* a, const float* b) {
#pragma unroll
    for (int k = 0; k < depth / 4; ++k) {
      c = __builtin_amdgcn_mfma_f32_16x16x4f32(b[k], a[k], c, 0, 0, 0);
    }
    return c;
  }
};

template <>
struct Mfma<tf32> {
  template <int depth, int>
  __device__ static Sums run(Sums c, const tf32* a, const tf32* b) {
#if defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__)
    using Elements = Registers<float, 2>;
#pragma unroll
    for (int k = 0; k < depth / 8; ++k) {
      c = __builtin_amdgcn_mfma_f32_16x16x8_xf32(load_registers<Elements>(b + 2 * k),
                                                 load_registers<Elements>(a + 2 * k), c, 0, 0, 0);
    }
#else
#pragma unroll
    for (int k = 0; k < depth / 4; ++k) {
      c = __builtin_amdgcn_mfma_f32_16x16x4f32(b[k], a[k], c, 0, 0, 0);
    }
#endif
    return c;
  }
};

#if !defined(__gfx908__)
template <>
struct Mfma<double> {
  template <int depth, int>
  __device__ static Registers<double, 4> run(Registers<double, 4> c, const double* a,
                                             const double* b) {
#pragma unroll
    for (int k = 0; k < depth / 4; ++k) {
      c = __builtin_amdgcn_mfma_f64_16x16x4f64(b[k], a[k], c, 0, 0, 0);
    }
    return c;
  }
};
#endif

/// Bytes of one or two fragments, filled up with zeros.
template <int fragments>
__device__ inline long load_bytes(const void* elements) {
  long result = 0;
  __builtin_memcpy(&result, elements, 4 * fragments);
  return result;
}

/// Overloads exist where the target has the instructions.
template <int fragments>
__device__ void multiply_float8() = delete;
#if defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__)
#define DUET_MFMA_FLOAT8(A, B, name)                                                        \
  template <int fragments>                                                                  \
  __device__ inline Sums multiply_float8(Sums c, const A* a, const B* b) {                  \
    return __builtin_amdgcn_mfma_f32_16x16x32_##name(load_bytes<fragments>(b),              \
                                                     load_bytes<fragments>(a), c, 0, 0, 0); \
  }
// The right operand comes first.
DUET_MFMA_FLOAT8(float8_e4m3_fnuz, float8_e4m3_fnuz, fp8_fp8)
DUET_MFMA_FLOAT8(float8_e4m3_fnuz, float8_e5m2_fnuz, bf8_fp8)
DUET_MFMA_FLOAT8(float8_e5m2_fnuz, float8_e4m3_fnuz, fp8_bf8)
DUET_MFMA_FLOAT8(float8_e5m2_fnuz, float8_e5m2_fnuz, bf8_bf8)
#undef DUET_MFMA_FLOAT8
#endif

/// Products of bytes. The instructions take signed numbers only: an unsigned x is x - 128, and the
/// product with 128 = 64 + 64 is added.
template <typename A, typename B>
struct MfmaBytes {
  static constexpr bool a_is_unsigned = detail::is_same<A, uint8_t>;
  static constexpr bool b_is_unsigned = detail::is_same<B, uint8_t>;
  using Counts = Registers<int, 4>;

  template <int fragments>
  __device__ static Counts run(Counts c, const A* a, const B* b) {
    const unsigned long flip = 0x8080808080808080u, all_64 = 0x4040404040404040u;
    const unsigned long used = fragments == 2 ? ~0ul : 0xfffffffful;
    const long x = load_bytes<fragments>(a) ^ long(a_is_unsigned ? flip & used : 0);
    const long y = load_bytes<fragments>(b) ^ long(b_is_unsigned ? flip & used : 0);
    c = add<fragments>(c, x, y);
    if constexpr (a_is_unsigned) c = add_twice<fragments>(c, long(all_64 & used), y);
    if constexpr (b_is_unsigned) c = add_twice<fragments>(c, x, long(all_64 & used));
    if constexpr (a_is_unsigned && b_is_unsigned) c += 128 * 128 * 16 * fragments;
    return c;
  }

 private:
  template <int fragments>
  __device__ static Counts add_twice(Counts c, long a, long b) {
    return add<fragments>(add<fragments>(c, a, b), a, b);
  }
  template <int fragments>
  __device__ static Counts add(Counts c, long a, long b) {
#if defined(__gfx908__) || defined(__gfx90a__)
    return __builtin_amdgcn_mfma_i32_16x16x16i8(int(b), int(a), c, 0, 0, 0);
#else
    return __builtin_amdgcn_mfma_i32_16x16x32_i8(b, a, c, 0, 0, 0);
#endif
  }
};

struct MatrixUnit {
  using Accumulator = detail::PlainAccumulator<64>::type;

  template <typename T>
  __host__ __device__ static constexpr bool takes() {
    using namespace detail;
    if (is_same<T, double>) return has_mfma_of_double;
    if (is_same<T, float8_e4m3_fnuz> || is_same<T, float8_e5m2_fnuz>) return has_xf32;
    return !is_float8<T>;
  }
  template <typename T>
  __host__ __device__ static constexpr int greatest_depth() {
    return takes<T>() ? 16 : detail::least_depth<T>;
  }
  template <typename A, typename B>
  __host__ __device__ static constexpr int most_fragments() {
    return sizeof(A) == 1 && takes<A>() && has_deep_mfma ? 2 : 1;
  }
  /// Sums of half are rounded once for each fragment.
  template <int depth, int fragments, typename A, typename B, typename C>
  __device__ static void multiply_add(C* c, const A* a, const B* b) {
    if constexpr (detail::is_same<C, half>) {
      float sums[4] = {c[0], c[1], c[2], c[3]};
      multiply_add<depth, fragments>(sums, a, b);
#pragma unroll
      for (int i = 0; i < 4; ++i) c[i] = half(sums[i]);
    } else {
      const auto sums = product<depth, fragments>(load_registers<Registers<C, 4>>(c), a, b);
      __builtin_memcpy(c, &sums, sizeof(sums));
    }
  }

 private:
  template <int depth, int fragments, typename Result, typename A, typename B>
  __device__ static Result product(Result c, const A* a, const B* b) {
    if constexpr (detail::is_int8<A>) {
      return MfmaBytes<A, B>::template run<fragments>(c, a, b);
    } else if constexpr (detail::is_float8<A>) {
      return multiply_float8<fragments>(c, a, b);
    } else {
      return Mfma<A>::template run<depth, fragments>(c, a, b);
    }
  }
};

}  // namespace duet::vendor
