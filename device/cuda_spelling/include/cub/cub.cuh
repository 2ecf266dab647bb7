#pragma once

// CUB's operations of blocks, warps and threads. Its device-wide functions are called by the host.
// Headers of blocks and warps that the program does not name are left out
// (core/src/program/spelling_parts.cpp).

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_BLOCK_ADJACENT_DIFFERENCE)
#include <cub/block/block_adjacent_difference.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_BLOCK_DISCONTINUITY)
#include <cub/block/block_discontinuity.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_BLOCK_EXCHANGE)
#include <cub/block/block_exchange.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_BLOCK_HISTOGRAM)
#include <cub/block/block_histogram.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_BLOCK_LOAD)
#include <cub/block/block_load.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_BLOCK_MERGE_SORT)
#include <cub/block/block_merge_sort.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_BLOCK_RADIX_SORT)
#include <cub/block/block_radix_sort.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_BLOCK_RAKING_LAYOUT)
#include <cub/block/block_raking_layout.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_BLOCK_REDUCE)
#include <cub/block/block_reduce.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_BLOCK_SCAN)
#include <cub/block/block_scan.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_BLOCK_SHUFFLE)
#include <cub/block/block_shuffle.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_BLOCK_STORE)
#include <cub/block/block_store.cuh>
#endif
#include <cub/thread/thread_load.cuh>
#include <cub/thread/thread_operators.cuh>
#include <cub/thread/thread_reduce.cuh>
#include <cub/thread/thread_store.cuh>
#include <cub/util_macro.cuh>
#include <cub/util_ptx.cuh>
#include <cub/util_type.cuh>
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_LIBCU_FUNCTIONAL)
#include <duet/spelling/libcu/functional.hpp>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_WARP_EXCHANGE)
#include <cub/warp/warp_exchange.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_WARP_LOAD)
#include <cub/warp/warp_load.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_WARP_REDUCE)
#include <cub/warp/warp_reduce.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_WARP_SCAN)
#include <cub/warp/warp_scan.cuh>
#endif
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_CUB_WARP_STORE)
#include <cub/warp/warp_store.cuh>
#endif
