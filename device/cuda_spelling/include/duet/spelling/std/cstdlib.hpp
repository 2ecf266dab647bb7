#pragma once

#include <duet/spelling/std/cstddef.hpp>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
namespace std {
using ::abs;
using ::free;
using ::malloc;

// These end the kernel: only hosts have them.
#define DUET_SPELLING_HOST_FUNCTION(Result, name, ...)  \
  __host__ __device__ inline Result name(__VA_ARGS__) { \
    __trap();                                           \
    return (Result)0;                                   \
  }
DUET_SPELLING_HOST_FUNCTION(void, abort)
DUET_SPELLING_HOST_FUNCTION(void, exit, int)
DUET_SPELLING_HOST_FUNCTION(int, rand)
DUET_SPELLING_HOST_FUNCTION(void, srand, unsigned)
DUET_SPELLING_HOST_FUNCTION(void*, calloc, size_t, size_t)
DUET_SPELLING_HOST_FUNCTION(void*, realloc, void*, size_t)
#undef DUET_SPELLING_HOST_FUNCTION
}  // namespace std
