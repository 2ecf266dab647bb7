#pragma once

// Wave operations as CUDA spells them (with a mask of the participating lanes) and as HIP does
// (without a mask: the active lanes).

namespace duet_cpu {

#if DUET_CPU_WAVE_SIZE == 64
using LaneMask = unsigned long long;
#else
using LaneMask = unsigned;
#endif

constexpr unsigned last_lane = DUET_CPU_WAVE_SIZE - 1;

/// The lanes that take part in an operation. Converts from a mask.
struct Lanes {
  Participants participants;
  LaneMask mask;
  constexpr Lanes(LaneMask named) : participants(Participants::named), mask(named) {}
  explicit constexpr Lanes(Participants other) : participants(other), mask(0) {}
};
constexpr Lanes whole_wave(Participants::whole);
constexpr Lanes lanes_here(Participants::here);

inline unsigned lane() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & last_lane;
}

inline WaveCall run_wave(WaveCall call) {
  KeepThreadIndex keep;
  wait([&call] { return duet_cpu_sync.wave(&call); });
  return call;
}

template <typename T>
inline T exchange(WaveOperation operation, Lanes lanes, const T& value, unsigned source,
                  Place place) {
  static_assert(__is_trivially_copyable(T), "a shuffle copies bytes");
  T result = value;
  run_wave({place, operation, lanes.participants, sizeof(T), lanes.mask, &value, &result, source,
            false, 0, 0});
  return result;
}

/// Reads from a lane of the segment of `width` lanes; larger numbers wrap.
template <typename T>
inline T shuffle(Lanes lanes, const T& value, int source, int width, Place place) {
  const unsigned inner = static_cast<unsigned>(width) - 1;
  return exchange(WaveOperation::shuffle, lanes, value,
                  (lane() & ~inner) | (static_cast<unsigned>(source) & inner), place);
}
template <typename T>
inline T shuffle_up(Lanes lanes, const T& value, unsigned delta, int width, Place place) {
  const unsigned own = lane(), inside = own & (static_cast<unsigned>(width) - 1);
  return exchange(WaveOperation::shuffle_up, lanes, value, delta > inside ? own : own - delta,
                  place);
}
template <typename T>
inline T shuffle_down(Lanes lanes, const T& value, unsigned delta, int width, Place place) {
  const unsigned own = lane(), after = static_cast<unsigned>(width) - 1 - (own & (width - 1));
  return exchange(WaveOperation::shuffle_down, lanes, value, delta > after ? own : own + delta,
                  place);
}
/// Can read from lanes in earlier segments, not in later ones.
template <typename T>
inline T shuffle_xor(Lanes lanes, const T& value, int bits, int width, Place place) {
  const unsigned own = lane(), source = own ^ (static_cast<unsigned>(bits) & last_lane);
  const unsigned last = own | (static_cast<unsigned>(width) - 1);
  return exchange(WaveOperation::shuffle_xor, lanes, value, source > last ? own : source, place);
}

inline WaveCall wave_vote(WaveOperation operation, Lanes lanes, bool predicate, Place place) {
  return run_wave(
      {place, operation, lanes.participants, 0, lanes.mask, nullptr, nullptr, 0, predicate, 0, 0});
}
/// Meets the active lanes of the wave. The rewritten source calls it around writes to volatile
/// arrays: many kernels rely on lanes that run in lockstep.
inline void lockstep(Place place = here()) {
  run_wave(
      {place, WaveOperation::barrier, Participants::here, 0, 0, nullptr, nullptr, 0, false, 0, 0});
}
/// Holds lanes behind a loop in which others of their wave still wait, as lockstep does. The
/// rewritten source calls it there.
inline void rejoin(Place place = here()) {
  if (DUET_CPU_WAVE_SIZE != 64) return;
  run_wave({place, WaveOperation::barrier, Participants::joined, 0, 0, nullptr, nullptr, 0, false,
            0, 0});
}
/// A value that all active lanes compute before one of them continues.
template <typename T>
inline T in_lockstep(T value, Place place = here()) {
  lockstep(place);
  return value;
}
inline LaneMask ballot(Lanes lanes, bool predicate, Place place) {
  return static_cast<LaneMask>(wave_vote(WaveOperation::ballot, lanes, predicate, place).lanes);
}
inline bool any(Lanes lanes, bool predicate, Place place) {
  return wave_vote(WaveOperation::any, lanes, predicate, place).lanes != 0;
}
inline bool all(Lanes lanes, bool predicate, Place place) {
  const WaveCall call = wave_vote(WaveOperation::all, lanes, predicate, place);
  return call.lanes == call.all;
}
inline LaneMask active_mask(Place place) {
  return static_cast<LaneMask>(
      wave_vote(WaveOperation::active_mask, lanes_here, true, place).lanes);
}
inline void wave_barrier(Lanes lanes, Place place) {
  wave_vote(WaveOperation::barrier, lanes, true, place);
}

template <typename T>
inline WaveCall match(WaveOperation operation, Lanes lanes, const T& value, Place place) {
  static_assert(__is_trivially_copyable(T), "a match compares bytes");
  return run_wave({place, operation, lanes.participants, sizeof(T), lanes.mask, &value, nullptr, 0,
                   false, 0, 0});
}
template <typename T>
inline LaneMask match_any(Lanes lanes, const T& value, Place place) {
  return static_cast<LaneMask>(match(WaveOperation::match_any, lanes, value, place).lanes);
}
/// The lanes that take part if all values are equal, else 0.
template <typename T>
inline LaneMask match_all(Lanes lanes, const T& value, Place place) {
  const WaveCall call = match(WaveOperation::match_all, lanes, value, place);
  return call.lanes == call.all ? static_cast<LaneMask>(call.all) : 0;
}

}  // namespace duet_cpu

#define DUET_CPU_SHUFFLE(name, function, number)                                             \
  template <typename T>                                                                      \
  inline T __##name##_sync(duet_cpu::LaneMask mask, T value, number n, int width = warpSize, \
                           duet_cpu::Place place = duet_cpu::here()) {                       \
    return duet_cpu::function(mask, value, n, width, place);                                 \
  }                                                                                          \
  template <typename T>                                                                      \
  inline T __##name(T value, number n, int width = warpSize,                                 \
                    duet_cpu::Place place = duet_cpu::here()) {                              \
    return duet_cpu::function(duet_cpu::lanes_here, value, n, width, place);                 \
  }
DUET_CPU_SHUFFLE(shfl, shuffle, int)
DUET_CPU_SHUFFLE(shfl_up, shuffle_up, unsigned)
DUET_CPU_SHUFFLE(shfl_down, shuffle_down, unsigned)
DUET_CPU_SHUFFLE(shfl_xor, shuffle_xor, int)
#undef DUET_CPU_SHUFFLE

inline duet_cpu::LaneMask __activemask(duet_cpu::Place place = duet_cpu::here()) {
  return duet_cpu::active_mask(place);
}
inline void __syncwarp(duet_cpu::Lanes lanes = duet_cpu::whole_wave,
                       duet_cpu::Place place = duet_cpu::here()) {
  duet_cpu::wave_barrier(lanes, place);
}
inline duet_cpu::LaneMask __ballot_sync(duet_cpu::LaneMask mask, int predicate,
                                        duet_cpu::Place place = duet_cpu::here()) {
  return duet_cpu::ballot(mask, predicate != 0, place);
}
inline int __any_sync(duet_cpu::LaneMask mask, int predicate,
                      duet_cpu::Place place = duet_cpu::here()) {
  return duet_cpu::any(mask, predicate != 0, place);
}
inline int __all_sync(duet_cpu::LaneMask mask, int predicate,
                      duet_cpu::Place place = duet_cpu::here()) {
  return duet_cpu::all(mask, predicate != 0, place);
}
template <typename T>
inline duet_cpu::LaneMask __match_any_sync(duet_cpu::LaneMask mask, T value,
                                           duet_cpu::Place place = duet_cpu::here()) {
  return duet_cpu::match_any(mask, value, place);
}
template <typename T>
inline duet_cpu::LaneMask __match_all_sync(duet_cpu::LaneMask mask, T value, int* equal,
                                           duet_cpu::Place place = duet_cpu::here()) {
  const duet_cpu::LaneMask lanes = duet_cpu::match_all(mask, value, place);
  *equal = lanes != 0;
  return lanes;
}

inline unsigned __lane_id() { return duet_cpu::lane(); }
inline unsigned long long __ballot(int predicate, duet_cpu::Place place = duet_cpu::here()) {
  return duet_cpu::ballot(duet_cpu::lanes_here, predicate != 0, place);
}
inline int __any(int predicate, duet_cpu::Place place = duet_cpu::here()) {
  return duet_cpu::any(duet_cpu::lanes_here, predicate != 0, place);
}
inline int __all(int predicate, duet_cpu::Place place = duet_cpu::here()) {
  return duet_cpu::all(duet_cpu::lanes_here, predicate != 0, place);
}
