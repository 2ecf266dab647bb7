#pragma once

// The CPU backend's host compilers. The backend's prelude defines the operations; a fiber waits in
// each of them.

namespace duet::vendor {

inline constexpr int wave_size = DUET_CPU_WAVE_SIZE;
/// Whether a shuffle costs no more than a few operations.
inline constexpr bool has_fast_shuffles = false;
/// Whether the fence of one thread serves its block.
inline constexpr bool block_shares_cache = false;

/// The place of the call in the kernel's source, for messages.
using duet_cpu::here;
using duet_cpu::Place;

inline void block_barrier(Place place) { duet_cpu::barrier(place); }

inline void device_fence() { __threadfence(); }
using duet_cpu::announce_change;
using duet_cpu::await_change;

using lane_mask = duet_cpu::LaneMask;
using duet_cpu::lane;
using duet_cpu::whole_wave;

using duet_cpu::active_mask;
using duet_cpu::all;
using duet_cpu::any;
using duet_cpu::ballot;
using duet_cpu::match_any;
using duet_cpu::shuffle;
using duet_cpu::shuffle_down;
using duet_cpu::shuffle_up;
using duet_cpu::shuffle_xor;
using duet_cpu::wave_barrier;

}  // namespace duet::vendor
