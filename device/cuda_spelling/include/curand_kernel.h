#pragma once

// cuRAND's device functions: the generators XORWOW and Philox4x32-10 with its sequences.

#include <duet/spelling/curand/double4.hpp>
#include <duet/spelling/curand/missing.hpp>
#include <duet/spelling/curand/normal.hpp>
#include <duet/spelling/curand/poisson.hpp>
#include <duet/spelling/curand/uniform.hpp>

using curandStateXORWOW_t = curandStateXORWOW;
using curandState_t = curandStateXORWOW;
using curandState = curandStateXORWOW;
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;
