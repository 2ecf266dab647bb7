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
  if (more_ != nullptr) {
    const Range range = more_(address);
    if (range.contains(address, bytes) && range.bytes != 0) return range;
  }
  const std::shared_lock lock(mutex_);
  auto entry = ranges_.upper_bound(address);
  if (entry == ranges_.begin()) return {};
  --entry;
  const Range range{entry->first, entry->second.bytes};
  return range.contains(address, bytes) ? range : Range{};
}

std::string Memory::describe(u64 address) const {
  constexpr u64 near = 1 << 20;
  const auto text = [&](const Range& range, const std::string& name) {
    return fmt::format("{:#x}, byte {} of {} with {} bytes", address, address - range.begin, name,
                       range.bytes);
  };
  const std::shared_lock lock(mutex_);
  Range closest;
  std::string name;
  if (auto entry = ranges_.upper_bound(address); entry != ranges_.begin()) {
    --entry;
    closest = {entry->first, entry->second.bytes};
    name = entry->second.name;
  }
  // Often the kernel runs over the end of an allocation, which begins at a multiple of 256.
  const u64 aligned = address / 256 * 256;
  for (u64 back = 0; more_ != nullptr && back < near && back <= aligned; back += 256) {
    const Range range = more_(aligned - back);
    if (range.bytes != 0 && range.begin >= closest.begin) return text(range, "an allocation");
  }
  const bool is_near = closest.bytes != 0 && address - closest.begin < closest.bytes + near;
  return is_near ? text(closest, name) : fmt::format("{:#x}", address);
}

}  // namespace amd_emulator
