#include "batch_limit.hpp"

#include <cstdint>
#include <utility>

#include "object_release.hpp"

namespace duet::detail {

void BatchLimit::wait() noexcept {
  if (running_.size() < limit_) return;
  (void)wait_for_end(running_.front());  // the stream reports failures of the work
}

void BatchLimit::add(StreamRef stream) {
  if (limit_ == SIZE_MAX) return;
  Event event;
  if (running_.size() < limit_) {
    event = Event(stream.device(), {.timing = false});
  } else {
    event = std::move(running_.front());  // has ended, see `wait`
    running_.pop_front();
  }
  event.record(stream);
  running_.push_back(std::move(event));
}

}  // namespace duet::detail
