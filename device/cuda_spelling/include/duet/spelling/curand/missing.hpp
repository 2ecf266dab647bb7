#pragma once

// cuRAND's generators that this set lacks: their names, and an error where one is initialised.

namespace duet::spelling {

template <int generator>
struct MissingCurandState {};

template <int generator>
__device__ inline void refuse_curand_state() {
  static_assert(generator < 0,
                "curand_kernel.h: this generator is not available; there are XORWOW (curandState) "
                "and Philox (curandStatePhilox4_32_10_t)");
}

}  // namespace duet::spelling

using curandStateMRG32k3a = duet::spelling::MissingCurandState<0>;
using curandStateMtgp32 = duet::spelling::MissingCurandState<1>;
using curandStateSobol32 = duet::spelling::MissingCurandState<2>;
using curandStateScrambledSobol32 = duet::spelling::MissingCurandState<3>;
using curandStateSobol64 = duet::spelling::MissingCurandState<4>;
using curandStateScrambledSobol64 = duet::spelling::MissingCurandState<5>;
using curandStateMRG32k3a_t = curandStateMRG32k3a;
using curandStateMtgp32_t = curandStateMtgp32;
using curandStateSobol32_t = curandStateSobol32;
using curandStateScrambledSobol32_t = curandStateScrambledSobol32;
using curandStateSobol64_t = curandStateSobol64;
using curandStateScrambledSobol64_t = curandStateScrambledSobol64;
using curandDirectionVectors32_t = unsigned[32];
using curandDirectionVectors64_t = unsigned long long[64];

template <typename A, typename B, int generator>
__device__ inline void curand_init(A, B, duet::spelling::MissingCurandState<generator>*) {
  duet::spelling::refuse_curand_state<generator>();
}
template <typename A, typename B, typename C, int generator>
__device__ inline void curand_init(A, B, C, duet::spelling::MissingCurandState<generator>*) {
  duet::spelling::refuse_curand_state<generator>();
}
template <int generator>
__device__ inline unsigned curand(duet::spelling::MissingCurandState<generator>*) {
  duet::spelling::refuse_curand_state<generator>();
  return 0;
}
template <int generator>
__device__ inline float curand_uniform(duet::spelling::MissingCurandState<generator>*) {
  duet::spelling::refuse_curand_state<generator>();
  return 0;
}
template <int generator>
__device__ inline float curand_normal(duet::spelling::MissingCurandState<generator>*) {
  duet::spelling::refuse_curand_state<generator>();
  return 0;
}
