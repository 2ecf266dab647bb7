#include <duet/memory_pool.hpp>

#include <map>
#include <utility>

#include "pool/label.hpp"
#include "pool/pool_state.hpp"

namespace duet {

namespace pool {
constinit thread_local const char* innermost_label = "";
}  // namespace pool

MemoryLabel::MemoryLabel(const char* label) noexcept
    : outer_(std::exchange(pool::innermost_label, label != nullptr ? label : "")) {}
MemoryLabel::~MemoryLabel() { pool::innermost_label = outer_; }

class MemoryPool::State : public pool::PoolState {
  using PoolState::PoolState;
};

MemoryPool::MemoryPool(const Device& device, const PoolOptions& options)
    : MemoryResource(device, MemoryKind::stream_ordered),
      state_(std::make_unique<State>(device, options)) {
  needs_current_device_ = false;  // the state makes it current when it calls the driver
}
MemoryPool::~MemoryPool() = default;

PoolStatistics MemoryPool::statistics() const { return state_->statistics(); }
PoolStatistics MemoryPool::statistics(StreamRef stream) const {
  return state_->statistics(stream.handle());
}
void MemoryPool::reset_peaks() { state_->reset_peaks(); }
std::vector<MemoryHolder> MemoryPool::holders() const { return state_->holders(); }
std::string MemoryPool::svg() const { return state_->svg(); }
std::size_t MemoryPool::trim(std::size_t keep_bytes) {
  make_current(device());
  return state_->trim(keep_bytes);
}
void MemoryPool::set_max_bytes(std::size_t bytes) { state_->set_max_bytes(bytes); }
void MemoryPool::forget(StreamRef stream) {
  make_current(device());
  state_->close(stream.handle());
}

[[gnu::hot]] Allocation MemoryPool::do_allocate(StreamRef stream, std::size_t bytes) {
  return state_->allocate(stream, bytes);
}
[[gnu::hot]] void MemoryPool::do_free(const Allocation& allocation,
                                      const StreamRef* stream) noexcept {
  state_->free(allocation, stream);
}

MemoryPool& default_pool(const Device& device) {
  // Never destroyed: static objects may own memory.
  static std::mutex& mutex = *new std::mutex;
  static auto& pools = *new std::map<int, MemoryPool>;
  const std::lock_guard lock(mutex);
  return pools.try_emplace(device.ordinal(), device).first->second;
}

}  // namespace duet
