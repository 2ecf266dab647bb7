#include <duet/memory_adaptors.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "base/log.hpp"

namespace duet {

void AdaptedResource::free_upstream(const Allocation& allocation,
                                    const StreamRef* stream) noexcept {
  if (stream == nullptr) return upstream_.free(allocation);
  upstream_.free(allocation, *stream);  // of this device, so it throws nothing
}

Allocation LimitingResource::do_allocate(StreamRef stream, std::size_t bytes) {
  std::size_t used = used_bytes_;
  do {
    if (bytes > max_bytes_ || used > max_bytes_ - bytes) {
      throw Error(ErrorCode::out_of_memory,
                  fmt::format("out of memory: {} bytes are asked for, {} of at most {} are in use "
                              "(LimitingResource on device {})",
                              bytes, used, max_bytes_, device().ordinal()));
    }
  } while (!used_bytes_.compare_exchange_weak(used, used + bytes));
  try {
    return upstream().allocate(stream, bytes);
  } catch (...) {
    used_bytes_ -= bytes;
    throw;
  }
}

void LimitingResource::do_free(const Allocation& allocation, const StreamRef* stream) noexcept {
  free_upstream(allocation, stream);
  used_bytes_ -= allocation.bytes;
}

class TrackingResource::State {
 public:
  mutable std::mutex mutex{};
  std::map<std::uint64_t, Allocation> in_use{};  ///< by the order of allocation
  std::uint64_t made = 0;
  std::size_t used_bytes = 0;
  std::size_t peak_used_bytes = 0;
};

TrackingResource::TrackingResource(MemoryResource& upstream, Hook hook)
    : AdaptedResource(upstream), hook_(std::move(hook)), state_(std::make_unique<State>()) {}
TrackingResource::~TrackingResource() = default;

void TrackingResource::call_hook(const MemoryEvent& event) const noexcept {
  if (!hook_) return;
  try {
    hook_(event);
  } catch (...) {
    log(LogLevel::error, "the hook of a TrackingResource threw: {}",
        exception_text(std::current_exception()));
  }
}

Allocation TrackingResource::do_allocate(StreamRef stream, std::size_t bytes) {
  Allocation allocation = upstream().allocate(stream, bytes);
  try {
    const std::lock_guard lock(state_->mutex);
    state_->in_use.emplace(++state_->made, allocation);
    state_->used_bytes += bytes;
    state_->peak_used_bytes = std::max(state_->peak_used_bytes, state_->used_bytes);
  } catch (...) {
    upstream().free(allocation);
    throw;
  }
  call_hook({false, allocation});
  return allocation;
}

void TrackingResource::do_free(const Allocation& allocation, const StreamRef* stream) noexcept {
  call_hook({true, allocation});
  {
    const std::lock_guard lock(state_->mutex);
    const auto found = std::ranges::find(state_->in_use, allocation.data,
                                         [](const auto& entry) { return entry.second.data; });
    if (found != state_->in_use.end()) {
      state_->used_bytes -= found->second.bytes;
      state_->in_use.erase(found);
    }
  }
  free_upstream(allocation, stream);
}

std::vector<Allocation> TrackingResource::outstanding() const {
  const std::lock_guard lock(state_->mutex);
  std::vector<Allocation> result;
  for (const auto& [order, allocation] : state_->in_use) result.push_back(allocation);
  return result;
}
std::size_t TrackingResource::used_bytes() const {
  const std::lock_guard lock(state_->mutex);
  return state_->used_bytes;
}
std::size_t TrackingResource::peak_used_bytes() const {
  const std::lock_guard lock(state_->mutex);
  return state_->peak_used_bytes;
}

Allocation FailingResource::do_allocate(StreamRef stream, std::size_t bytes) {
  if (--left_ == 0) {
    throw Error(ErrorCode::out_of_memory,
                fmt::format("out of memory: the allocation of {} bytes was made to fail", bytes));
  }
  return upstream().allocate(stream, bytes);
}

void FailingResource::do_free(const Allocation& allocation, const StreamRef* stream) noexcept {
  free_upstream(allocation, stream);
}

}  // namespace duet
