#pragma once

// The barriers of a block.

namespace duet_cpu {

inline void barrier(Place place) {
  KeepThreadIndex keep;
  wait([place] { return arrive_at_barrier(place); });
}
inline int vote(bool predicate, Place place) {
  KeepThreadIndex keep;
  const int* votes = nullptr;
  wait([predicate, place, &votes] { return duet_cpu_sync.vote(predicate, place, &votes); });
  return *votes;
}

}  // namespace duet_cpu

inline void __syncthreads(duet_cpu::Place place = duet_cpu::here()) { duet_cpu::barrier(place); }
inline int __syncthreads_count(int predicate, duet_cpu::Place place = duet_cpu::here()) {
  return duet_cpu::vote(predicate != 0, place);
}
inline int __syncthreads_or(int predicate, duet_cpu::Place place = duet_cpu::here()) {
  return duet_cpu::vote(predicate != 0, place) != 0;
}
inline int __syncthreads_and(int predicate, duet_cpu::Place place = duet_cpu::here()) {
  return duet_cpu::vote(predicate == 0, place) == 0;
}
