#include "dumped_memory.hpp"

#include <cstdint>
#include <cstring>

#include "driver/open_capture.hpp"

namespace duet {

std::optional<MemoryRange> range_of(const void* address) {
  MemoryRange range;
  const vendor::Status status =
      driver().memory_range(&range.begin, &range.bytes, vendor::to_address(address));
  if (status == vendor::success && range.bytes != 0) return range;
  vendor::clear_pending_error();
  return std::nullopt;
}

std::string read_memory(const MemoryRange& range) {
  std::string bytes(range.bytes, '\0');
  DUET_DRIVER(copy_to_host_now, bytes.data(), range.begin, range.bytes);
  return bytes;
}

bool holds_address(const void* data, std::size_t bytes) {
  // What no program's memory is at; most numbers are left out by this.
  constexpr std::uint64_t least = std::uint64_t{1} << 16;
  constexpr std::uint64_t most = std::uint64_t{1} << 47;
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes; at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, static_cast<const char*>(data) + at, sizeof(word));
    if (word < least || word >= most) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it is only asked about
    if (range_of(reinterpret_cast<const void*>(static_cast<std::uintptr_t>(word)))) return true;
  }
  return false;
}

void fill_new_memory(vendor::Address begin, std::size_t bytes) {
  constexpr unsigned char unlikely = 0xcd;
  if (detail::newest_capture() != nullptr) return;
  DUET_DRIVER(fill_8, begin, unlikely, bytes, nullptr);
  DUET_DRIVER(stream_synchronize, nullptr);
}

}  // namespace duet
