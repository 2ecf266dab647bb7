#pragma once

#include <duet/device/thread.hpp>
#include <duet/spelling/libcu/atomic.hpp>
#include <duet/spelling/libcu/copy.hpp>

namespace cuda {

enum class pipeline_role { producer, consumer };

/// The shared memory that a pipeline of a block takes: none here.
template <thread_scope scope, duet::uint8_t stages>
class pipeline_shared_state {
 public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;

 private:
  char unused_;
};

/// A queue of stages of copies. Each thread of a block's pipeline is a producer and a consumer, and
/// all of its threads make the same calls.
template <thread_scope scope>
class pipeline {
  using Place = duet::vendor::Place;
  static constexpr bool is_shared = scope != thread_scope_thread;

 public:
  __device__ explicit pipeline(unsigned stages) : stages_(stages) {}
  pipeline(pipeline&&) = default;

  /// Waits until there is a free stage.
  __device__ void producer_acquire(Place place = duet::vendor::here()) {
    if (is_shared && acquired_++ >= stages_) duet::vendor::block_barrier(place);
  }
  __device__ void producer_commit() {
    duet::async_copy_commit();
    ++committed_;
  }
  /// Waits for the oldest stage.
  __device__ void consumer_wait(Place place = duet::vendor::here()) {
    wait_prior(committed_ - released_ - 1, place);
  }
  __device__ void consumer_release() { ++released_; }
  __device__ void wait_prior(unsigned pending, Place place) {
    duet::spelling::wait_for_copies(pending);
    if (is_shared) duet::vendor::block_barrier(place);
  }
  __device__ bool quit() { return true; }

 private:
  unsigned stages_, acquired_ = 0, committed_ = 0, released_ = 0;
};

/// Waits for all stages but the last `prior`.
template <duet::uint8_t prior>
__device__ inline void pipeline_consumer_wait_prior(
    pipeline<thread_scope_thread>& pipe, duet::vendor::Place place = duet::vendor::here()) {
  pipe.wait_prior(prior, place);
}

/// A pipeline of one thread.
__device__ inline pipeline<thread_scope_thread> make_pipeline() {
  return pipeline<thread_scope_thread>(8);
}
/// A pipeline of a block.
template <typename Group, thread_scope scope, duet::uint8_t stages>
__device__ inline pipeline<scope> make_pipeline(const Group&,
                                                pipeline_shared_state<scope, stages>*) {
  return pipeline<scope>(stages);
}
template <typename Group, thread_scope scope, duet::uint8_t stages, typename Role>
__device__ inline pipeline<scope> make_pipeline(const Group&, pipeline_shared_state<scope, stages>*,
                                                Role) {
  static_assert(stages == 0,
                "cuda/pipeline: producers and consumers are the same threads here; call "
                "make_pipeline(group, state)");
  return pipeline<scope>(stages);
}

/// Starts a copy that belongs to the stage that is committed next.
template <thread_scope scope>
__device__ inline void memcpy_async(void* to, const void* from, duet::size_t size,
                                    pipeline<scope>&) {
  duet::spelling::start_copy(to, from, size);
}
/// The threads of a group copy together.
template <typename Group, thread_scope scope>
__device__ inline void memcpy_async(const Group& group, void* to, const void* from,
                                    duet::size_t size, pipeline<scope>&) {
  duet::spelling::start_copy(to, from, size, unsigned(group.thread_rank()), unsigned(group.size()));
}

}  // namespace cuda
