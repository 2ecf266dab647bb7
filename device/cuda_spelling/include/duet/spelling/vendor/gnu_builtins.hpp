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
}  // namespace duet::spelling
#define __typeof__(...) typename duet::spelling::WithoutReference<decltype(__VA_ARGS__)>::type
#define __typeof __typeof__
#define __builtin_constant_p(...) 0

#define DUET_SPELLING_GNU(name, type, word, parameter, ...) \
  __host__ __device__ inline type __builtin_##name(word parameter) { return __VA_ARGS__; }
DUET_SPELLING_GNU(popcount, int, unsigned, x, __popc(int(x)))
DUET_SPELLING_GNU(popcountl, int, unsigned long, x, __popcll(static_cast<long long>(x)))
DUET_SPELLING_GNU(popcountll, int, unsigned long long, x, __popcll(static_cast<long long>(x)))
DUET_SPELLING_GNU(parity, int, unsigned, x, __popc(int(x)) & 1)
DUET_SPELLING_GNU(parityll, int, unsigned long long, x, __popcll(static_cast<long long>(x)) & 1)
DUET_SPELLING_GNU(clz, int, unsigned, x, __clz(int(x)))
DUET_SPELLING_GNU(clzl, int, unsigned long, x, __clzll(static_cast<long long>(x)))
DUET_SPELLING_GNU(clzll, int, unsigned long long, x, __clzll(static_cast<long long>(x)))
DUET_SPELLING_GNU(ctz, int, unsigned, x, __ffs(int(x)) - 1)
DUET_SPELLING_GNU(ctzl, int, unsigned long, x, __ffsll(static_cast<long long>(x)) - 1)
DUET_SPELLING_GNU(ctzll, int, unsigned long long, x, __ffsll(static_cast<long long>(x)) - 1)
DUET_SPELLING_GNU(ffs, int, int, x, __ffs(x))
DUET_SPELLING_GNU(ffsl, int, long, x, __ffsll(x))
DUET_SPELLING_GNU(ffsll, int, long long, x, __ffsll(x))
DUET_SPELLING_GNU(bswap16, unsigned short, unsigned short, x,
                  static_cast<unsigned short>(x << 8 | x >> 8))
DUET_SPELLING_GNU(bswap32, unsigned, unsigned, x, __byte_perm(x, 0, 0x0123))
DUET_SPELLING_GNU(bswap64, unsigned long long, unsigned long long, x,
                  static_cast<unsigned long long>(__byte_perm(unsigned(x), 0, 0x0123)) << 32 |
                      __byte_perm(unsigned(x >> 32), 0, 0x0123))
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
__device__ inline void* __builtin_memcpy(void* to, const void* from, size_t count) {
  return memcpy(to, from, count);
}
__device__ inline void* __builtin_memset(void* to, int byte, size_t count) {
  return memset(to, byte, count);
}
