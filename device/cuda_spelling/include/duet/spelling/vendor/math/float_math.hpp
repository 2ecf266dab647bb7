#pragma once

// CUDA's functions that have one name for float and double, where only that of double exists.

#define DUET_SPELLING_OF_FLOAT(name) \
  __device__ inline float name(float x) { return name##f(x); }
DUET_SPELLING_OF_FLOAT(cyl_bessel_i0)
DUET_SPELLING_OF_FLOAT(cyl_bessel_i1)
DUET_SPELLING_OF_FLOAT(erfcinv)
DUET_SPELLING_OF_FLOAT(erfcx)
DUET_SPELLING_OF_FLOAT(exp10)
DUET_SPELLING_OF_FLOAT(j0)
DUET_SPELLING_OF_FLOAT(j1)
DUET_SPELLING_OF_FLOAT(normcdf)
DUET_SPELLING_OF_FLOAT(normcdfinv)
DUET_SPELLING_OF_FLOAT(rcbrt)
DUET_SPELLING_OF_FLOAT(y0)
DUET_SPELLING_OF_FLOAT(y1)
#ifdef DUET_SPELLING_FLOAT_MATH_WHOLE
DUET_SPELLING_OF_FLOAT(cospi)
DUET_SPELLING_OF_FLOAT(erfinv)
DUET_SPELLING_OF_FLOAT(rsqrt)
DUET_SPELLING_OF_FLOAT(sinpi)
#endif
#undef DUET_SPELLING_OF_FLOAT

__device__ inline float jn(int n, float x) { return jnf(n, x); }
__device__ inline float yn(int n, float x) { return ynf(n, x); }
__device__ inline void sincos(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
__device__ inline void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }
