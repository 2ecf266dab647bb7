#include "live_memory.hpp"

namespace duet::cpu {

namespace {

std::uintptr_t number(const void* address) noexcept {
  return reinterpret_cast<std::uintptr_t>(address);
}

}  // namespace

LiveMemory& LiveMemory::instance() {
  static LiveMemory& memory = *new LiveMemory;
  return memory;
}

void LiveMemory::add(const Allocation& allocation) {
  const std::lock_guard lock(mutex_);
  allocations_.insert_or_assign(number(allocation.begin) + allocation.bytes, allocation);
}

void LiveMemory::remove(void* begin) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = allocations_.upper_bound(number(begin));
  if (found != allocations_.end() && found->second.begin == begin) allocations_.erase(found);
}

std::optional<LiveMemory::Allocation> LiveMemory::find(const void* address) const noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = allocations_.upper_bound(number(address));
  if (found == allocations_.end() || number(address) < number(found->second.begin)) return {};
  return found->second;
}

}  // namespace duet::cpu
