#pragma once

// Functions of GNU C++ that NVRTC lacks.

namespace duet::spelling {
template <typename T_>
struct WithoutReference {
  using type = T_;
};
template <typename T_>
struct WithoutReference<T_&> {
  using type = T_;
};
template <typename T_>
struct WithoutReference<T_&&> {
  using type = T_;
};

// Bits of a word where the built-in functions cannot be used: in constant expressions.
__host__ __device__ constexpr int count_bits(unsigned long long x) {
  return x == 0 ? 0 : int(x & 1) + count_bits(x >> 1);
}
__host__ __device__ constexpr int count_low_zeros(unsigned long long x) {
  return (x & 1) != 0 || x == 0 ? 0 : 1 + count_low_zeros(x >> 1);
}
__host__ __device__ constexpr int bit_width(unsigned long long x) {
  return x == 0 ? 0 : 1 + bit_width(x >> 1);
}
}  // namespace duet::spelling
#define __typeof__(...) typename duet::spelling::WithoutReference<decltype(__VA_ARGS__)>::type
#define __typeof __typeof__
#define typeof __typeof__
#define __builtin_constant_p(...) 0

#define DUET_SPELLING_GNU_BITS(name, word, constant, ...)                  \
  __host__ __device__ constexpr int __builtin_##name(word x) {             \
    return __builtin_is_constant_evaluated() ? (constant) : (__VA_ARGS__); \
  }
DUET_SPELLING_GNU_BITS(popcount, unsigned, duet::spelling::count_bits(x), __popc(int(x)))
DUET_SPELLING_GNU_BITS(popcountl, unsigned long, duet::spelling::count_bits(x),
                       __popcll(static_cast<long long>(x)))
DUET_SPELLING_GNU_BITS(popcountll, unsigned long long, duet::spelling::count_bits(x),
                       __popcll(static_cast<long long>(x)))
DUET_SPELLING_GNU_BITS(parity, unsigned, duet::spelling::count_bits(x) & 1, __popc(int(x)) & 1)
DUET_SPELLING_GNU_BITS(parityll, unsigned long long, duet::spelling::count_bits(x) & 1,
                       __popcll(static_cast<long long>(x)) & 1)
DUET_SPELLING_GNU_BITS(clz, unsigned, 32 - duet::spelling::bit_width(x), __clz(int(x)))
DUET_SPELLING_GNU_BITS(clzl, unsigned long, 64 - duet::spelling::bit_width(x),
                       __clzll(static_cast<long long>(x)))
DUET_SPELLING_GNU_BITS(clzll, unsigned long long, 64 - duet::spelling::bit_width(x),
                       __clzll(static_cast<long long>(x)))
DUET_SPELLING_GNU_BITS(ctz, unsigned, duet::spelling::count_low_zeros(x), __ffs(int(x)) - 1)
DUET_SPELLING_GNU_BITS(ctzl, unsigned long, duet::spelling::count_low_zeros(x),
                       __ffsll(static_cast<long long>(x)) - 1)
DUET_SPELLING_GNU_BITS(ctzll, unsigned long long, duet::spelling::count_low_zeros(x),
                       __ffsll(static_cast<long long>(x)) - 1)
DUET_SPELLING_GNU_BITS(ffs, int, x == 0 ? 0 : 1 + duet::spelling::count_low_zeros(unsigned(x)),
                       __ffs(x))
DUET_SPELLING_GNU_BITS(ffsl, long,
                       x == 0 ? 0 : 1 + duet::spelling::count_low_zeros((unsigned long)(x)),
                       __ffsll(x))
DUET_SPELLING_GNU_BITS(ffsll, long long,
                       x == 0 ? 0 : 1 + duet::spelling::count_low_zeros((unsigned long long)(x)),
                       __ffsll(x))
#undef DUET_SPELLING_GNU_BITS

#define DUET_SPELLING_GNU(name, type, word, parameter, ...) \
  __host__ __device__ inline type __builtin_##name(word parameter) { return __VA_ARGS__; }
DUET_SPELLING_GNU(nan, double, const char*, text, ::nan(text))
DUET_SPELLING_GNU(nanf, float, const char*, text, ::nanf(text))
DUET_SPELLING_GNU(inf, double, void, , __longlong_as_double(0x7ff0000000000000ll))
DUET_SPELLING_GNU(inff, float, void, , __int_as_float(0x7f800000))
DUET_SPELLING_GNU(huge_val, double, void, , __longlong_as_double(0x7ff0000000000000ll))
DUET_SPELLING_GNU(huge_valf, float, void, , __int_as_float(0x7f800000))
DUET_SPELLING_GNU(isnan, int, double, x, ::isnan(x))
DUET_SPELLING_GNU(isinf, int, double, x, ::isinf(x))
DUET_SPELLING_GNU(isfinite, int, double, x, ::isfinite(x))
DUET_SPELLING_GNU(fabs, double, double, x, ::fabs(x))
DUET_SPELLING_GNU(fabsf, float, float, x, ::fabsf(x))
DUET_SPELLING_GNU(sqrt, double, double, x, ::sqrt(x))
DUET_SPELLING_GNU(sqrtf, float, float, x, ::sqrtf(x))
DUET_SPELLING_GNU(exp, double, double, x, ::exp(x))
DUET_SPELLING_GNU(expf, float, float, x, ::expf(x))
DUET_SPELLING_GNU(log, double, double, x, ::log(x))
DUET_SPELLING_GNU(logf, float, float, x, ::logf(x))
DUET_SPELLING_GNU(floor, double, double, x, ::floor(x))
DUET_SPELLING_GNU(floorf, float, float, x, ::floorf(x))
DUET_SPELLING_GNU(abs, int, int, x, x < 0 ? -x : x)
#undef DUET_SPELLING_GNU
__host__ __device__ constexpr unsigned short __builtin_bswap16(unsigned short x) {
  return static_cast<unsigned short>(x << 8 | x >> 8);
}
__host__ __device__ constexpr unsigned __builtin_bswap32(unsigned x) {
  return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}
__host__ __device__ constexpr unsigned long long __builtin_bswap64(unsigned long long x) {
  return static_cast<unsigned long long>(__builtin_bswap32(unsigned(x))) << 32 |
         __builtin_bswap32(unsigned(x >> 32));
}
__device__ inline void* __builtin_memcpy(void* to, const void* from, size_t count) {
  return memcpy(to, from, count);
}
__device__ inline void* __builtin_memset(void* to, int byte, size_t count) {
  return memset(to, byte, count);
}
