#pragma once

#include <duet/spelling/std/cstddef.hpp>

namespace std {
using ::memcpy;
using ::memset;

__host__ __device__ inline void* memmove(void* to, const void* from, size_t size) {
  char* const out = static_cast<char*>(to);
  const char* const in = static_cast<const char*>(from);
  if (out < in) {
    for (size_t i = 0; i < size; ++i) out[i] = in[i];
  } else {
    for (size_t i = size; i-- > 0;) out[i] = in[i];
  }
  return to;
}
__host__ __device__ inline int memcmp(const void* a, const void* b, size_t size) {
  const unsigned char* const x = static_cast<const unsigned char*>(a);
  const unsigned char* const y = static_cast<const unsigned char*>(b);
  for (size_t i = 0; i < size; ++i) {
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return 0;
}
}  // namespace std
