#pragma once

#include <duet/device/detail/matrix/bit_layout.hpp>
#include <duet/device/detail/matrix/element.hpp>
#include <duet/device/vendor/hip/matrix_registers.hpp>

// WMMA, by instructions of 16 rows and columns: AMD, "RDNA 3" and "RDNA 4" instruction set
// documents. They get the right operand for A and the left one for B, and so compute the transposed
// product: each lane holds elements of a row.

namespace duet::vendor {

#if defined(__GFX12__)
/// In lanes: a row, and upper bits of the column. Operands are laid out as accumulators are.
template <int lanes>
struct WmmaLayouts {
  using Accumulator =
      detail::BitLayout<detail::bits(4, detail::row_bit(0), detail::bits(1, detail::column_bit(3))),
                        detail::bits(3, detail::column_bit(0))>;
  using Left = Accumulator;
};
template <>
struct WmmaLayouts<64> {
  using Accumulator =
      detail::BitLayout<detail::bits(4, detail::row_bit(0),
                                     detail::bits(1, detail::column_bit(3),
                                                  detail::bits(1, detail::column_bit(2)))),
                        detail::bits(2, detail::column_bit(0))>;
  using Left = Accumulator;
};
#else
/// Each group of 16 lanes has the whole operand. Of the result it has every second or fourth
/// column.
template <int lanes>
struct WmmaLayouts {
  static constexpr int group_bits = lanes == 32 ? 1 : 2;
  using Accumulator =
      detail::BitLayout<detail::bits(4, detail::row_bit(0),
                                     detail::bits(group_bits, detail::column_bit(0))),
                        detail::bits(4 - group_bits, detail::column_bit(group_bits))>;
  using Left = detail::BitLayout<detail::bits(4, detail::row_bit(0),
                                              detail::bits(group_bits, detail::no_bit)),
                                 detail::bits(4, detail::column_bit(0))>;
};
#endif

template <typename T, int depth>
struct MatrixOperand {
  using Left = WmmaLayouts<wave_size>::Left;
  using Right = detail::Transposed<Left>;
};

struct MatrixUnit {
  using Accumulator = WmmaLayouts<wave_size>::Accumulator;
  static constexpr int sums = Accumulator::size;
  static constexpr int elements = WmmaLayouts<wave_size>::Left::size;

  template <typename T>
  __host__ __device__ static constexpr bool takes() {
    using namespace detail;
#if defined(__GFX12__)
    if (is_same<T, float8_e4m3> || is_same<T, float8_e5m2>) return true;
#endif
    return is_float16<T> || is_int8<T>;
  }
  template <typename T>
  __host__ __device__ static constexpr int greatest_depth() {
    return detail::least_depth<T>;
  }
  template <typename A, typename B>
  __host__ __device__ static constexpr int most_fragments() {
    return 1;
  }
  /// Sums of half are rounded once for each fragment.
  template <int depth, int fragments, typename A, typename B, typename C>
  __device__ static void multiply_add(C* c, const A* a, const B* b) {
    if constexpr (detail::is_same<C, half>) {
      float wide[sums];
#pragma unroll
      for (int i = 0; i < sums; ++i) wide[i] = c[i];
      multiply_add<depth, fragments>(wide, a, b);
#pragma unroll
      for (int i = 0; i < sums; ++i) c[i] = half(wide[i]);
    } else {
      const auto result = product(load_registers<Registers<C, sums>>(c), b, a);
      __builtin_memcpy(c, &result, sizeof(result));
    }
  }

 private:
  using Floats = Registers<float, sums>;
  using Counts = Registers<int, sums>;
  using Halves = Registers<_Float16, elements>;
  using Words = Registers<short, elements>;
  /// Bytes in registers of 32 bits.
  using Bytes = detail::conditional<elements == 4, int, Registers<int, elements / 4>>;

// The name of the compiler's function for this processor and size of waves.
#if defined(__GFX12__) && __AMDGCN_WAVEFRONT_SIZE__ == 64
#define DUET_WMMA(name) __builtin_amdgcn_wmma_##name##_w64_gfx12
#elif defined(__GFX12__)
#define DUET_WMMA(name) __builtin_amdgcn_wmma_##name##_w32_gfx12
#elif __AMDGCN_WAVEFRONT_SIZE__ == 64
#define DUET_WMMA(name) __builtin_amdgcn_wmma_##name##_w64
#else
#define DUET_WMMA(name) __builtin_amdgcn_wmma_##name##_w32
#endif
  __device__ static Floats product(Floats c, const half* x, const half* y) {
    return DUET_WMMA(f32_16x16x16_f16)(load_registers<Halves>(x), load_registers<Halves>(y), c);
  }
  __device__ static Floats product(Floats c, const bfloat16* x, const bfloat16* y) {
    return DUET_WMMA(f32_16x16x16_bf16)(load_registers<Words>(x), load_registers<Words>(y), c);
  }
  template <typename X, typename Y>
  __device__ static Counts product(Counts c, const X* x, const Y* y) {
    return DUET_WMMA(i32_16x16x16_iu8)(detail::is_same<X, int8_t>, load_registers<Bytes>(x),
                                       detail::is_same<Y, int8_t>, load_registers<Bytes>(y), c,
                                       false);
  }
#if defined(__GFX12__)
#define DUET_WMMA_FLOAT8(X, Y, name)                                               \
  __device__ static Floats product(Floats c, const X* x, const Y* y) {             \
    return DUET_WMMA(name)(load_registers<Bytes>(x), load_registers<Bytes>(y), c); \
  }
  DUET_WMMA_FLOAT8(float8_e4m3, float8_e4m3, f32_16x16x16_fp8_fp8)
  DUET_WMMA_FLOAT8(float8_e4m3, float8_e5m2, f32_16x16x16_fp8_bf8)
  DUET_WMMA_FLOAT8(float8_e5m2, float8_e4m3, f32_16x16x16_bf8_fp8)
  DUET_WMMA_FLOAT8(float8_e5m2, float8_e5m2, f32_16x16x16_bf8_bf8)
#undef DUET_WMMA_FLOAT8
#endif
#undef DUET_WMMA
};

}  // namespace duet::vendor
