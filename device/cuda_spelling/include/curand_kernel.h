#pragma once

// cuRAND's device functions: the generators XORWOW and Philox4x32-10 with its sequences.

#include <duet/spelling/curand/uniform.hpp>
// The parts that the program names.
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CURAND_NORMAL)
#include <duet/spelling/curand/normal.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CURAND_POISSON)
#include <duet/spelling/curand/poisson.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CURAND_DOUBLE4)
#include <duet/spelling/curand/double4.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CURAND_MISSING)
#include <duet/spelling/curand/missing.hpp>
#endif

using curandStateXORWOW_t = curandStateXORWOW;
using curandState_t = curandStateXORWOW;
using curandState = curandStateXORWOW;
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CURAND_PHILOX)
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;
#endif
