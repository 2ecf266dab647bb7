#include "local/meeting.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "engine/call_text.hpp"

namespace duet::detail {

void Meeting::arrive(int rank, const std::string& what, std::chrono::milliseconds timeout,
                     const std::function<void()>& on_last) {
  std::unique_lock lock(mutex_);
  failure_.check();
  present_[static_cast<std::size_t>(rank)] = 1;
  if (++count_ == present_.size()) {
    if (on_last) on_last();
    complete(!failure_.is_set());
    if (goes_on_) return;  // as the others do, whatever fails meanwhile
  } else {
    const std::size_t generation = generation_;
    const bool came = changed_.wait_for(
        lock, timeout, [&] { return generation_ != generation || failure_.is_set(); });
    if (!came) time_out(rank, what, timeout);
    if (generation_ != generation && goes_on_) return;
  }
  failure_.check();
}

void Meeting::arrive_surely() {
  std::unique_lock lock(mutex_);
  if (++count_ == present_.size()) return complete(true);
  const std::size_t generation = generation_;
  changed_.wait(lock, [&] { return generation_ != generation; });
}

void Meeting::complete(bool goes_on) {
  std::fill(present_.begin(), present_.end(), char{0});
  count_ = 0;
  goes_on_ = goes_on;
  ++generation_;
  changed_.notify_all();
}

void Meeting::wake() {
  { const std::lock_guard lock(mutex_); }
  changed_.notify_all();
}

void Meeting::time_out(int rank, const std::string& what, std::chrono::milliseconds timeout) {
  failure_.set(ErrorCode::launch_failed,
               fmt::format("rank {} waited {} ms in {}, and {} did not come: it is gone, waits for "
                           "something else, or takes longer than the timeout",
                           rank, timeout.count(), what, text_of_absent_ranks(present_)));
  changed_.notify_all();
  failure_.check();
  throw Error(ErrorCode::internal, "a failure was not kept");
}

}  // namespace duet::detail
