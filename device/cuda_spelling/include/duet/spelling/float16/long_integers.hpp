#pragma once

// Conversions from integers of 64 bits in rounding modes.

#include <duet/spelling/float16/rounded.hpp>
#include <duet/spelling/vendor/conversions.hpp>

namespace duet::spelling {
template <typename H, typename I>
__device__ inline H round_long_rn(I x) {
  return H(x);
}
#define DUET_SPELLING_LONG(mode)                                \
  template <typename H>                                         \
  __device__ inline H round_long_##mode(long long x) {          \
    return round_##mode<H>(__ll2double_##mode(x));              \
  }                                                             \
  template <typename H>                                         \
  __device__ inline H round_long_##mode(unsigned long long x) { \
    return round_##mode<H>(__ull2double_##mode(x));             \
  }
DUET_SPELLING_LONG(rz)
DUET_SPELLING_LONG(ru)
DUET_SPELLING_LONG(rd)
#undef DUET_SPELLING_LONG
}  // namespace duet::spelling
