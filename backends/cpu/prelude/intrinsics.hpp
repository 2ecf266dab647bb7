#pragma once

// Functions of CUDA that the host's C library lacks.

// extern "C", since libc declares some of these names too, without exporting them.
extern "C" {
inline float __sinf(float x) noexcept { return __builtin_sinf(x); }
inline float __cosf(float x) noexcept { return __builtin_cosf(x); }
inline float __tanf(float x) noexcept { return __builtin_tanf(x); }
inline float __expf(float x) noexcept { return __builtin_expf(x); }
inline float __exp10f(float x) noexcept { return __builtin_exp2f(x * 3.32192809488736234787f); }
inline float __logf(float x) noexcept { return __builtin_logf(x); }
inline float __log2f(float x) noexcept { return __builtin_log2f(x); }
inline float __log10f(float x) noexcept { return __builtin_log10f(x); }
inline float __powf(float x, float y) noexcept { return __builtin_powf(x, y); }
inline void __sincosf(float x, float* sine, float* cosine) noexcept {
  *sine = __builtin_sinf(x);
  *cosine = __builtin_cosf(x);
}
inline void sincosf(float x, float* sine, float* cosine) noexcept {
  *sine = __builtin_sinf(x);
  *cosine = __builtin_cosf(x);
}
inline void sincos(double x, double* sine, double* cosine) noexcept {
  *sine = __builtin_sin(x);
  *cosine = __builtin_cos(x);
}
}

inline float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
inline float rsqrt(float x) { return rsqrtf(x); }
inline double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
inline float rcbrtf(float x) { return 1.0f / __builtin_cbrtf(x); }
inline double rcbrt(double x) { return 1.0 / __builtin_cbrt(x); }
inline float sinpif(float x) { return float(__builtin_sin(3.14159265358979323846 * double(x))); }
inline float cospif(float x) { return float(__builtin_cos(3.14159265358979323846 * double(x))); }
inline float sinpi(float x) { return sinpif(x); }
inline float cospi(float x) { return cospif(x); }
inline double sinpi(double x) { return __builtin_sin(3.14159265358979323846 * x); }
inline double cospi(double x) { return __builtin_cos(3.14159265358979323846 * x); }
inline float normcdff(float x) { return 0.5f * __builtin_erfcf(-0.70710678118654752440f * x); }
inline double normcdf(double x) { return 0.5 * __builtin_erfc(-0.70710678118654752440 * x); }
/// The inverse of erf. The first guess (S. Winitzki, A handy approximation for the error function
/// and its inverse, 2008) is within 0.4 %. Each step of Halley's method triples the digits; the
/// second derivative is -2y times the first.
inline double erfinv(double x) {
  constexpr double pi = 3.14159265358979323846, a = 0.147, half_sqrt_pi = 0.88622692545275801365;
  const double size = __builtin_fabs(x);
  if (!(size < 1.0)) {
    return size == 1.0 ? __builtin_copysign(__builtin_inf(), x) : __builtin_nan("");
  }
  const double log = __builtin_log1p(-size * size), term = 2.0 / (pi * a) + 0.5 * log;
  double y = __builtin_sqrt(__builtin_sqrt(term * term - log / a) - term);
  for (int step = 0; step < 3; ++step) {
    // From 1/2 on 1 - size is exact, and erfc has no cancellation.
    const double excess = size < 0.5 ? __builtin_erf(y) - size : (1.0 - size) - __builtin_erfc(y);
    const double newton = excess * half_sqrt_pi * __builtin_exp(y * y);
    y -= newton / (1.0 + y * newton);
  }
  return __builtin_copysign(y, x);
}
inline float erfinvf(float x) { return float(erfinv(double(x))); }
inline float erfinv(float x) { return erfinvf(x); }

inline float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
inline float __fdividef(float x, float y) { return x / y; }
inline float fdividef(float x, float y) { return x / y; }
inline float __fadd_rn(float x, float y) { return x + y; }
inline float __fmul_rn(float x, float y) { return x * y; }
inline float __fdiv_rn(float x, float y) { return x / y; }
inline float __frcp_rn(float x) { return 1.0f / x; }
inline float __fsqrt_rn(float x) { return __builtin_sqrtf(x); }
inline float __fmaf_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline double __fma_rn(double x, double y, double z) { return __builtin_fma(x, y, z); }

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) {
  x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
  x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
  x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
  return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
  return (static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32) |
         __brev(static_cast<unsigned>(x >> 32));
}
inline int __mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
inline int __mulhi(int x, int y) { return static_cast<int>((static_cast<long long>(x) * y) >> 32); }
inline unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) * y) >> 32);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(x) * y) >> 64);
}

namespace duet_cpu {
template <typename To, typename From>
inline To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From), "the types differ in size");
  To to;
  __builtin_memcpy(&to, &from, sizeof(To));
  return to;
}
}  // namespace duet_cpu

inline int __float_as_int(float x) { return duet_cpu::bits_as<int>(x); }
inline unsigned __float_as_uint(float x) { return duet_cpu::bits_as<unsigned>(x); }
inline float __int_as_float(int x) { return duet_cpu::bits_as<float>(x); }
inline float __uint_as_float(unsigned x) { return duet_cpu::bits_as<float>(x); }
inline long long __double_as_longlong(double x) { return duet_cpu::bits_as<long long>(x); }
inline double __longlong_as_double(long long x) { return duet_cpu::bits_as<double>(x); }
inline int __float2int_rn(float x) { return static_cast<int>(__builtin_rintf(x)); }
inline int __float2int_rz(float x) { return static_cast<int>(x); }
inline int __float2int_rd(float x) { return static_cast<int>(__builtin_floorf(x)); }
inline int __float2int_ru(float x) { return static_cast<int>(__builtin_ceilf(x)); }
inline float __int2float_rn(int x) { return static_cast<float>(x); }
inline float __uint2float_rn(unsigned x) { return static_cast<float>(x); }

// Ticks of a counter that is monotonic on each core. The length of a tick depends on the machine.
inline long long clock64() {
#ifdef __x86_64__
  return static_cast<long long>(__builtin_ia32_rdtsc());
#else
  long long ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#endif
}
inline long long wall_clock64() { return clock64(); }
// Replaces libc's clock(), which has another unit, also for kernels that include <ctime>.
extern "C" inline long clock() noexcept { return static_cast<long>(clock64()); }

/// Lets other threads and blocks run, so that a loop which polls memory makes progress.
inline void __nanosleep(unsigned, duet_cpu::Place place = duet_cpu::here()) {
  duet_cpu::KeepThreadIndex keep;
  duet_cpu::duet_cpu_sync.pause(place, false);
}
namespace duet_cpu {
/// The rewritten source calls this in loops that poll memory.
inline bool take_turn(Place place = here()) {
  KeepThreadIndex keep;
  duet_cpu_sync.pause(place, true);
  return true;
}
}  // namespace duet_cpu
