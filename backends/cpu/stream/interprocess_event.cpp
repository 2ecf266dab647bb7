#include "interprocess_event.hpp"

#include <atomic>

#include "submit.hpp"
#include "value_operations.hpp"

namespace duet::cpu {

std::uint64_t InterprocessEvent::latest() const noexcept {
  return std::atomic_ref(counts_->recorded).load();
}

bool InterprocessEvent::is_reached() const noexcept {
  return WaitForValue(&counts_->reached, latest()).is_ready();
}

void InterprocessEvent::wait() const {
  WaitForValue(&counts_->reached, latest()).wait_until_ready();
}

void InterprocessEvent::record(const std::shared_ptr<Stream>& stream) const {
  const std::uint64_t number = std::atomic_ref(counts_->recorded).fetch_add(1) + 1;
  try {
    submit(stream, std::make_unique<WriteValue>(&counts_->reached, number, pages_));
  } catch (...) {
    // Nothing was recorded. If there is a later recording already, nothing waits for this one.
    std::uint64_t expected = number;
    std::atomic_ref(counts_->recorded).compare_exchange_strong(expected, number - 1);
    throw;
  }
  run_soon(*stream);
}

void InterprocessEvent::make_wait(const std::shared_ptr<Stream>& stream) const {
  submit(stream, std::make_unique<WaitForValue>(&counts_->reached, latest(), pages_));
}

}  // namespace duet::cpu
