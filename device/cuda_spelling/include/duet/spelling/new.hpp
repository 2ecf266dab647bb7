#pragma once

// operator new in memory that there is.

#include <duet/spelling/std/cstddef.hpp>

#ifndef DUET_SPELLING_IS_NATIVE
__host__ __device__ inline void* operator new(size_t, void* place) noexcept { return place; }
__host__ __device__ inline void* operator new[](size_t, void* place) noexcept { return place; }
#endif
