#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <duet/memory_adaptors.hpp>

namespace duet::detail {

/// The memory of an encoder's temporaries. What is freed goes back to the upstream resource in the
/// stream's order when the present batch has been submitted: all that used it is before that in the
/// stream. Thread-safety: all members may be called from any thread.
class Temporaries final : public AdaptedResource {
 public:
  Temporaries(StreamRef stream, MemoryResource& upstream)
      : AdaptedResource(upstream), stream_(stream) {}

  /// Called when the batch has been submitted or dropped.
  void give_back() noexcept {
    const std::lock_guard lock(mutex_);
    for (const Allocation& allocation : freed_) free_upstream(allocation, &stream_);
    freed_.clear();
  }

  /// Called when the encoder ends. Memory that is still in use keeps this alive.
  static void end(std::unique_ptr<Temporaries> temporaries) noexcept {
    temporaries->give_back();
    const std::unique_lock lock(temporaries->mutex_);
    if (temporaries->in_use_ == 0) return;
    temporaries->has_ended_ = true;
    (void)temporaries.release();
  }

 private:
  Allocation do_allocate(StreamRef stream, std::size_t bytes) override {
    if (stream != stream_) {
      throw Error(ErrorCode::invalid_argument,
                  "an encoder's temporaries are for its own stream; allocate memory for another "
                  "stream from another resource");
    }
    const std::lock_guard lock(mutex_);
    freed_.reserve(freed_.size() + in_use_ + 1);  // for `do_free`
    const Allocation allocation = upstream().allocate(stream, bytes);
    ++in_use_;
    return allocation;
  }

  void do_free(const Allocation& allocation, const StreamRef* stream) noexcept override {
    std::unique_lock lock(mutex_);
    --in_use_;
    if (!has_ended_ && (stream == nullptr || *stream == stream_)) {
      freed_.push_back(allocation);
      return;
    }
    free_upstream(allocation, stream != nullptr ? stream : &stream_);
    if (!has_ended_ || in_use_ != 0) return;
    lock.unlock();
    delete this;
  }

  StreamRef stream_;
  std::mutex mutex_{};
  std::vector<Allocation> freed_{};
  std::size_t in_use_ = 0;
  bool has_ended_ = false;
};

}  // namespace duet::detail
