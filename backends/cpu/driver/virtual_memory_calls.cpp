// The calls for addresses and the memory that is mapped there, by the system's pages.

#include <sys/mman.h>

#include <cstdint>
#include <memory>
#include <new>

#include "cpu/base/current_device.hpp"
#include "cpu/base/driver_calls.hpp"

namespace duet::cpu {

namespace {

constexpr std::size_t unit = virtual_memory_unit;

bool is_whole(const void* at, std::size_t bytes) noexcept {
  return at != nullptr && bytes != 0 && (reinterpret_cast<std::uintptr_t>(at) | bytes) % unit == 0;
}

}  // namespace

struct PhysicalMemory {
  std::size_t bytes;
};

Status address_reserve(void** begin, std::size_t bytes, std::size_t, void*,
                       unsigned long long) noexcept {
  if (begin == nullptr || bytes == 0 || bytes % unit != 0) return Status::invalid_value;
  // A unit more, so that the range can begin at a multiple of it.
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* const mapped = mmap(nullptr, bytes + unit, PROT_NONE, flags, -1, 0);
  if (mapped == MAP_FAILED) return Status::out_of_memory;
  const std::size_t before = unit - reinterpret_cast<std::uintptr_t>(mapped) % unit;
  auto* const first = static_cast<std::byte*>(mapped) + before;
  if (before != 0) (void)munmap(mapped, before);
  if (before != unit) (void)munmap(first + bytes, unit - before);
  *begin = first;
  return Status::success;
}

Status address_free(void* begin, std::size_t bytes) noexcept {
  if (!is_whole(begin, bytes)) return Status::invalid_value;
  return munmap(begin, bytes) == 0 ? Status::success : Status::out_of_memory;
}

Status physical_create(PhysicalMemory** memory, std::size_t bytes, const PhysicalProperties*,
                       unsigned long long) noexcept {
  if (memory == nullptr || bytes == 0 || bytes % unit != 0) return Status::invalid_value;
  std::size_t total = 0;
  const Status status = device_total_memory(&total, current_device());
  if (status != Status::success) return status;
  if (bytes > total) return Status::out_of_memory;
  *memory = new (std::nothrow) PhysicalMemory{bytes};
  return *memory != nullptr ? Status::success : Status::out_of_memory;
}

Status physical_release(PhysicalMemory* memory) noexcept {
  const std::unique_ptr<PhysicalMemory> gone(memory);
  return Status::success;
}

Status memory_map(void* at, std::size_t bytes, std::size_t offset, PhysicalMemory* memory,
                  unsigned long long) noexcept {
  if (!is_whole(at, bytes) || memory == nullptr || offset != 0 || bytes != memory->bytes) {
    return Status::invalid_value;
  }
  return Status::success;
}

Status memory_set_access(void* at, std::size_t bytes, const MemoryAccess* access,
                         std::size_t count) noexcept {
  if (!is_whole(at, bytes) || access == nullptr || count == 0) return Status::invalid_value;
  return mprotect(at, bytes, PROT_READ | PROT_WRITE) == 0 ? Status::success : Status::out_of_memory;
}

Status memory_unmap(void* at, std::size_t bytes) noexcept {
  if (!is_whole(at, bytes)) return Status::invalid_value;
  // New pages in place of the old ones, so that the system has the memory back.
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  return mmap(at, bytes, PROT_NONE, flags, -1, 0) != MAP_FAILED ? Status::success
                                                                : Status::out_of_memory;
}

}  // namespace duet::cpu
