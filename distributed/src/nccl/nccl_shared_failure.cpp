#include "nccl/nccl_shared_failure.hpp"

#include <cstddef>
#include <deque>
#include <map>
#include <mutex>

namespace duet::detail {

std::shared_ptr<Failure> shared_failure(const std::string& communicator) {
  static std::mutex mutex;
  static auto& failures = *new std::map<std::string, std::weak_ptr<Failure>>;
  const std::lock_guard lock(mutex);
  std::erase_if(failures, [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<Failure>& known = failures[communicator];
  std::shared_ptr<Failure> failure = known.lock();
  if (failure == nullptr) known = failure = std::make_shared<Failure>();
  return failure;
}

void keep_failure(const std::shared_ptr<Failure>& failure) {
  constexpr std::size_t most = 64;
  static std::mutex mutex;
  static auto& kept = *new std::deque<std::shared_ptr<Failure>>;
  const std::lock_guard lock(mutex);
  kept.push_back(failure);
  if (kept.size() > most) kept.pop_front();
}

}  // namespace duet::detail
