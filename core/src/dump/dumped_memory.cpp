#include "dumped_memory.hpp"

#include <cstdint>
#include <cstring>

#include "driver/memory/memory_check.hpp"
#include "driver/open_capture.hpp"

namespace duet {

std::optional<MemoryRange> range_of(const void* address) {
  const vendor::PointerInfo info = detail::memory_at(address);
  if (info.bytes == 0) return std::nullopt;
  return MemoryRange{vendor::to_address(info.begin), info.bytes};
}

std::string read_memory(const MemoryRange& range) {
  std::string bytes(range.bytes, '\0');
  DUET_DRIVER(copy_to_host_now, bytes.data(), range.begin, range.bytes);
  return bytes;
}

bool holds_address(const void* data, std::size_t bytes) {
  // Bounds of user-space addresses. They exclude most numbers that are not addresses.
  constexpr std::uint64_t min_address = std::uint64_t{1} << 16;
  constexpr std::uint64_t end_address = std::uint64_t{1} << 47;
  for (std::size_t offset = 0; offset + sizeof(std::uint64_t) <= bytes;
       offset += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, static_cast<const char*>(data) + offset, sizeof(word));
    if (word < min_address || word >= end_address) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the address is only looked up
    if (range_of(reinterpret_cast<const void*>(static_cast<std::uintptr_t>(word)))) return true;
  }
  return false;
}

void fill_new_memory(void* data, std::size_t bytes, void* stream) {
  constexpr unsigned char pattern = 0xcd;
  if (detail::newest_capture() != nullptr) return;
  const auto handle = static_cast<vendor::StreamHandle>(stream);
  DUET_DRIVER(fill_8, vendor::to_address(data), pattern, bytes, handle);
  DUET_DRIVER(stream_synchronize, handle);
}

}  // namespace duet
