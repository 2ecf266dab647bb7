#include "machine/memory.hpp"

#include <fmt/format.h>

#include <mutex>
#include <utility>

namespace amd_emulator {

void Memory::add(const void* begin, u64 bytes, std::string name) {
  const std::unique_lock lock(mutex_);
  ranges_.insert_or_assign(reinterpret_cast<u64>(begin), Entry{bytes, std::move(name)});
}

void Memory::remove(const void* begin) {
  const std::unique_lock lock(mutex_);
  ranges_.erase(reinterpret_cast<u64>(begin));
}

Range Memory::find(u64 address, u64 bytes) const {
  const std::shared_lock lock(mutex_);
  auto entry = ranges_.upper_bound(address);
  if (entry == ranges_.begin()) return {};
  --entry;
  const Range range{entry->first, entry->second.bytes};
  return range.contains(address, bytes) ? range : Range{};
}

std::string Memory::describe(u64 address) const {
  const std::shared_lock lock(mutex_);
  auto entry = ranges_.upper_bound(address);
  if (entry == ranges_.begin()) return fmt::format("{:#x}, before all memory", address);
  --entry;
  return fmt::format("{:#x}, byte {} of {} with {} bytes", address, address - entry->first,
                     entry->second.name, entry->second.bytes);
}

}  // namespace amd_emulator
