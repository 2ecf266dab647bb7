#pragma once

// The names half and half2, which the last lines of cuda_fp16.h declare.

#ifdef DUET_SPELLING_RENAMES_HALF
namespace duet {
using duet_spelled_half = half;
}
using duet_spelled_half = __half;
using duet_spelled_half2 = __half2;
#define half duet_spelled_half
#define half2 duet_spelled_half2
#else
using half = __half;
using half2 = __half2;
#endif
