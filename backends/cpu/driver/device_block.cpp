#include "device_block.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "cpu/base/limits.hpp"
#include "cpu/base/sanitizer/address_sanitizer.hpp"

namespace duet::cpu {

namespace {

constexpr unsigned char pattern = 0xd5;

std::size_t page_bytes() noexcept {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

std::size_t rounded_up(std::size_t bytes, std::size_t unit) noexcept {
  return (bytes + unit - 1) / unit * unit;
}

/// A mapping: a page, the data's pages, a page. The data ends where the last page begins.
struct Layout {
  explicit Layout(std::size_t bytes) noexcept
      : room(rounded_up(bytes, memory_alignment)),
        data(rounded_up(room, page_bytes())),
        total(data + 2 * page_bytes()) {}

  std::size_t room;
  std::size_t data;
  std::size_t total;
};

void* allocate_guarded(std::size_t bytes) noexcept {
  const Layout layout(bytes);
  void* const map =
      mmap(nullptr, layout.total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) return nullptr;
  std::byte* const data = static_cast<std::byte*>(map) + page_bytes();
  if (mprotect(data, layout.data, PROT_READ | PROT_WRITE) != 0) {
    munmap(map, layout.total);
    return nullptr;
  }
  std::byte* const begin = data + layout.data - layout.room;
  std::memset(data, pattern, layout.data - layout.room);
  std::memset(begin + bytes, pattern, layout.room - bytes);
  return begin;
}

}  // namespace

DeviceBlock DeviceBlock::allocate(std::size_t bytes, bool guarded) noexcept {
  if (guarded && address_sanitizer() == nullptr) {
    if (void* const begin = allocate_guarded(bytes)) return {begin, true};
  }
  return {::operator new (bytes, std::align_val_t{memory_alignment}, std::nothrow), false};
}

void DeviceBlock::free(std::size_t bytes) const noexcept {
  if (!is_guarded) return ::operator delete (begin, std::align_val_t{memory_alignment});
  const Layout layout(bytes);
  std::byte* const end = static_cast<std::byte*>(begin) + layout.room;
  munmap(end - layout.data - page_bytes(), layout.total);
}

std::optional<std::ptrdiff_t> DeviceBlock::take_damage(std::size_t bytes) const noexcept {
  if (!is_guarded) return {};
  const Layout layout(bytes);
  auto* const data = static_cast<unsigned char*>(begin);
  auto* const end = data + layout.room;
  auto* const first = end - layout.data;
  const auto is_changed = [](unsigned char c) { return c != pattern; };
  auto* changed = std::find_if(data + bytes, end, is_changed);
  if (changed == end) {
    changed = data;
    while (changed != first && changed[-1] == pattern) --changed;
    if (changed == first) return {};
    while (changed != first && changed[-1] != pattern) --changed;  // the value's first byte
  }
  std::fill(data + bytes, end, pattern);
  std::fill(first, data, pattern);
  return changed - data;
}

}  // namespace duet::cpu
