#pragma once

// Functions of the host, for host functions in files of kernels, which are parsed but not compiled.

#define DUET_SPELLING_HOST_1(name)       \
  __host__ double name(double) noexcept; \
  __host__ float name##f(float) noexcept;
#define DUET_SPELLING_HOST_2(name)               \
  __host__ double name(double, double) noexcept; \
  __host__ float name##f(float, float) noexcept;
DUET_SPELLING_HOST_1(acos)
DUET_SPELLING_HOST_1(acosh)
DUET_SPELLING_HOST_1(asin)
DUET_SPELLING_HOST_1(asinh)
DUET_SPELLING_HOST_1(atan)
DUET_SPELLING_HOST_1(atanh)
DUET_SPELLING_HOST_1(cbrt)
DUET_SPELLING_HOST_1(ceil)
DUET_SPELLING_HOST_1(cos)
DUET_SPELLING_HOST_1(cosh)
DUET_SPELLING_HOST_1(erf)
DUET_SPELLING_HOST_1(erfc)
DUET_SPELLING_HOST_1(exp)
DUET_SPELLING_HOST_1(exp2)
DUET_SPELLING_HOST_1(expm1)
DUET_SPELLING_HOST_1(fabs)
DUET_SPELLING_HOST_1(floor)
DUET_SPELLING_HOST_1(lgamma)
DUET_SPELLING_HOST_1(log)
DUET_SPELLING_HOST_1(log10)
DUET_SPELLING_HOST_1(log1p)
DUET_SPELLING_HOST_1(log2)
DUET_SPELLING_HOST_1(logb)
DUET_SPELLING_HOST_1(nearbyint)
DUET_SPELLING_HOST_1(rint)
DUET_SPELLING_HOST_1(round)
DUET_SPELLING_HOST_1(sin)
DUET_SPELLING_HOST_1(sinh)
DUET_SPELLING_HOST_1(sqrt)
DUET_SPELLING_HOST_1(tan)
DUET_SPELLING_HOST_1(tanh)
DUET_SPELLING_HOST_1(tgamma)
DUET_SPELLING_HOST_1(trunc)
DUET_SPELLING_HOST_1(rsqrt)
DUET_SPELLING_HOST_2(atan2)
DUET_SPELLING_HOST_2(copysign)
DUET_SPELLING_HOST_2(fdim)
DUET_SPELLING_HOST_2(fmax)
DUET_SPELLING_HOST_2(fmin)
DUET_SPELLING_HOST_2(fmod)
DUET_SPELLING_HOST_2(hypot)
DUET_SPELLING_HOST_2(nextafter)
DUET_SPELLING_HOST_2(pow)
DUET_SPELLING_HOST_2(remainder)
#undef DUET_SPELLING_HOST_1
#undef DUET_SPELLING_HOST_2
__host__ int printf(const char* format, ...);
__host__ int abs(int) noexcept;
__host__ void* memcpy(void*, const void*, size_t) noexcept;
__host__ void* memset(void*, int, size_t) noexcept;
__host__ void* malloc(size_t) noexcept;
__host__ void free(void*) noexcept;
