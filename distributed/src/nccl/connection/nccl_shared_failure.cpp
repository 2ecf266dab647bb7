#include "nccl/connection/nccl_shared_failure.hpp"

#include <cstddef>
#include <deque>
#include <mutex>

#include "nccl/connection/shared_by_name.hpp"

namespace duet::detail {

std::shared_ptr<Failure> shared_failure(const std::string& communicator) {
  static auto& all = *new SharedByName<Failure>;
  return all.get(communicator);
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
