// Advice and prefetches for managed memory, which never moves here, and registered host memory.

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <vector>

#include "cpu/base/guarded.hpp"
#include "cpu/stream/capture.hpp"
#include "cpu/stream/submit.hpp"
#include "live_memory.hpp"

namespace duet::cpu {

namespace {

/// Whether a range lies in memory that host and devices share.
bool is_shared(const void* begin, std::size_t bytes) noexcept {
  const auto found = LiveMemory::instance().find(begin);
  if (!found || found->device != LiveMemory::shared || bytes == 0) return false;
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(begin) -
                                               static_cast<const std::byte*>(found->begin));
  return bytes <= found->bytes - offset;
}

/// Whether all pages of a range are mapped.
bool is_mapped(void* begin, std::size_t bytes) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(begin) / page * page;
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(begin) + bytes;
  if (end < first) return false;
  std::vector<unsigned char> pages((end - first + page - 1) / page);
  return mincore(reinterpret_cast<void*>(first), end - first, pages.data()) == 0;
}

}  // namespace

Status memory_advise(void* begin, std::size_t bytes, int) noexcept {
  return is_shared(begin, bytes) ? Status::success : Status::invalid_value;
}

Status memory_prefetch(void* begin, std::size_t bytes, Stream* stream) noexcept {
  if (!is_shared(begin, bytes)) return Status::invalid_value;
  return guarded([&] { return refuse_if_captured(*resolve(stream), "prefetching memory"); });
}

Status memory_register(void* begin, std::size_t bytes, unsigned flags) noexcept {
  if (begin == nullptr || bytes == 0 || flags != 0) return Status::invalid_value;
  return guarded([&] {
    if (!is_mapped(begin, bytes)) return Status::invalid_value;
    return LiveMemory::instance().add_registered({begin, bytes, LiveMemory::shared, true})
               ? Status::success
               : Status::already_registered;
  });
}

Status memory_unregister(void* begin) noexcept {
  return LiveMemory::instance().remove_registered(begin) ? Status::success : Status::invalid_value;
}

}  // namespace duet::cpu
