#include "live_memory.hpp"

#include <utility>

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

void LiveMemory::add(const Allocation& allocation, std::shared_ptr<SharedPages> pages) {
  const std::lock_guard lock(mutex_);
  const auto added = pages_.emplace(allocation.begin, std::move(pages)).first;
  try {
    allocations_.insert_or_assign(number(allocation.begin) + allocation.bytes, allocation);
  } catch (...) {
    pages_.erase(added);
    throw;
  }
}

LiveMemory::Removed LiveMemory::remove(void* begin) noexcept {
  std::shared_ptr<SharedPages> pages;  // unmapped outside the lock
  const std::lock_guard lock(mutex_);
  const auto found = allocations_.upper_bound(number(begin));
  if (found == allocations_.end() || found->second.begin != begin || found->second.is_registered) {
    return {{}, false};
  }
  const Allocation allocation = found->second;
  allocations_.erase(found);
  const auto shared = pages_.find(begin);
  if (shared == pages_.end()) return {allocation, false};
  pages = std::move(shared->second);
  pages_.erase(shared);
  return {allocation, true};
}

bool LiveMemory::add_registered(const Allocation& allocation) {
  const std::lock_guard lock(mutex_);
  const std::uintptr_t begin = number(allocation.begin);
  const std::uintptr_t end = begin + allocation.bytes;
  const auto next = allocations_.upper_bound(begin);
  if (next != allocations_.end() && number(next->second.begin) < end) return false;
  allocations_.emplace(end, allocation);
  return true;
}

bool LiveMemory::remove_registered(void* begin) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = allocations_.upper_bound(number(begin));
  if (found == allocations_.end() || found->second.begin != begin || !found->second.is_registered) {
    return false;
  }
  allocations_.erase(found);
  return true;
}

std::shared_ptr<SharedPages> LiveMemory::pages_at(void* begin) const noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = pages_.find(begin);
  return found == pages_.end() ? nullptr : found->second;
}

std::optional<LiveMemory::Allocation> LiveMemory::find(const void* address) const noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = allocations_.upper_bound(number(address));
  if (found == allocations_.end() || number(address) < number(found->second.begin)) return {};
  return found->second;
}

}  // namespace duet::cpu
