#pragma once

#include <condition_variable>
#include <mutex>
#include <span>
#include <vector>

#include <duet/distributed.hpp>

namespace duet::test {

/// What ranks in threads gather by. Unlike those of Bootstrap::threads, they do not wait for a rank
/// that has failed.
class Gathering {
 public:
  explicit Gathering(int size) : given_(static_cast<std::size_t>(size)) {}

  Bootstrap bootstrap(int rank) {
    return {rank, static_cast<int>(given_.size()), rank,
            [this, rank](std::span<const std::byte> own) { return gather(rank, own); }};
  }
  /// Ends all gatherings with an error.
  void leave() noexcept {
    const std::lock_guard lock(mutex_);
    has_failed_ = true;
    changed_.notify_all();
  }

 private:
  GatheredBytes gather(int rank, std::span<const std::byte> own) {
    std::unique_lock lock(mutex_);
    given_[static_cast<std::size_t>(rank)].assign(own.begin(), own.end());
    const int number = number_;
    if (++count_ == given_.size()) {
      gathered_ = given_;
      count_ = 0;
      ++number_;
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return number_ != number || has_failed_; });
    if (number_ == number) throw Error(ErrorCode::not_supported, "another rank has failed");
    return gathered_;
  }

  std::mutex mutex_{};
  std::condition_variable changed_{};
  GatheredBytes given_;
  GatheredBytes gathered_{};
  std::size_t count_ = 0;
  int number_ = 0;
  bool has_failed_ = false;
};

}  // namespace duet::test
