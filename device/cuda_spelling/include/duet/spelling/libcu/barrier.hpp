#pragma once

#include <duet/device/atomic.hpp>
#include <duet/spelling/libcu/atomic.hpp>
#include <duet/spelling/libcu/copy.hpp>

namespace cuda {

/// A barrier of a number of threads of a block or of a cooperative grid; initialised by `init`. A
/// thread that arrives has its copies done.
template <thread_scope scope = thread_scope_system>
class barrier {
  static constexpr auto reach = duet::spelling::scope_of<scope>;

 public:
  using arrival_token = unsigned;

  barrier() = default;
  __device__ explicit barrier(int expected) { set(expected); }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;

  __device__ void set(int expected) {
    phase_ = 0;
    expected_ = pending_ = unsigned(expected);
  }

  /// Arrives for `count` threads. Returns the phase to wait for.
  __device__ arrival_token arrive(int count = 1) {
    duet::async_copy_commit();
    duet::async_copy_wait<0>();
    const unsigned phase = duet::atomic_load<duet::memory_order::relaxed, reach>(&phase_);
    const unsigned before =
        duet::atomic_sub<duet::memory_order::acq_rel, reach>(&pending_, unsigned(count));
    if (before == unsigned(count)) {
      duet::atomic_store<duet::memory_order::relaxed, reach>(
          &pending_, duet::atomic_load<duet::memory_order::relaxed, reach>(&expected_));
      duet::atomic_store<duet::memory_order::release, reach>(&phase_, phase + 1);
    }
    return phase;
  }
  /// Waits until all threads have arrived in the token's phase.
  __device__ void wait(arrival_token token) const {
    while (duet::atomic_load<duet::memory_order::acquire, reach>(&phase_) == token) __nanosleep(20);
  }
  __device__ bool try_wait(arrival_token token) const {
    return duet::atomic_load<duet::memory_order::acquire, reach>(&phase_) != token;
  }
  __device__ void wait_parity(bool parity) const {
    while ((duet::atomic_load<duet::memory_order::acquire, reach>(&phase_) & 1u) ==
           unsigned(parity)) {
      __nanosleep(20);
    }
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  /// Arrives and takes part in no later phase.
  __device__ void arrive_and_drop() {
    duet::atomic_sub<duet::memory_order::relaxed, reach>(&expected_, 1u);
    arrive();
  }
  __host__ __device__ static constexpr int max() { return (1 << 20) - 1; }

 private:
  unsigned phase_, expected_, pending_;
};

template <thread_scope scope>
__device__ inline void init(barrier<scope>* object, int expected) {
  object->set(expected);
}

/// Starts a copy that is done when the thread has arrived at the barrier.
template <thread_scope scope>
__device__ inline void memcpy_async(void* to, const void* from, duet::size_t size,
                                    barrier<scope>&) {
  duet::spelling::start_copy(to, from, size);
}
/// The threads of a group copy together.
template <typename Group, thread_scope scope>
__device__ inline void memcpy_async(const Group& group, void* to, const void* from,
                                    duet::size_t size, barrier<scope>&) {
  duet::spelling::start_copy(to, from, size, unsigned(group.thread_rank()), unsigned(group.size()));
}

}  // namespace cuda
