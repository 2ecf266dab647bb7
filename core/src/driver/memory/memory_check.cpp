#include "memory_check.hpp"

#include <duet/strict.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>

#include "address_range.hpp"
#include "base/environment.hpp"
#include "driver/device_state.hpp"
#include "driver/peer_access.hpp"

namespace duet {

std::atomic<bool> detail::is_strict{accepted_value("DUET_STRICT") == "1"};

namespace {

struct Range {
  std::uintptr_t begin;
  std::size_t bytes;

  bool contains(std::uintptr_t address) const noexcept { return address - begin < bytes; }
};

/// The memory that was freed last. Never destroyed: static objects may own memory.
class FreedMemory {
 public:
  static FreedMemory& instance() {
    static FreedMemory& memory = *new FreedMemory;
    return memory;
  }
  void add(Range range) {
    const std::lock_guard lock(mutex_);
    if (ranges_.size() == most_ranges) ranges_.pop_front();
    ranges_.push_back(range);
  }
  void remove(std::uintptr_t address) {
    const std::lock_guard lock(mutex_);
    std::erase_if(ranges_, [&](const Range& range) { return range.contains(address); });
  }
  bool contains(std::uintptr_t address) {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(ranges_,
                               [&](const Range& range) { return range.contains(address); });
  }

 private:
  static constexpr std::size_t most_ranges = 1000;

  std::mutex mutex_{};
  std::deque<Range> ranges_{};
};

std::uintptr_t number(const void* address) noexcept {
  return reinterpret_cast<std::uintptr_t>(address);
}

[[noreturn]] void refuse(std::string_view what, const void* address, const std::string& why) {
  throw Error(ErrorCode::invalid_argument, fmt::format("{} at {} {}", what, address, why));
}

}  // namespace

bool strict_mode() noexcept { return detail::is_strict.load(std::memory_order_relaxed); }

void set_strict_mode(bool on) noexcept { detail::is_strict = on; }

namespace detail {

void require_memory(const Device& device, const void* address, std::size_t bytes,
                    std::string_view what) {
  make_current(device);
  const vendor::PointerInfo info = memory_at(address);
  using Place = vendor::PointerInfo::Place;
  if (info.place == Place::unknown) {
    const bool may_be_freed = FreedMemory::instance().contains(number(address));
    if (device.info().pageable_memory_access && !may_be_freed) return;
    refuse(what, address,
           "is no device memory: it is on the host (std::vector, malloc or the stack), or was "
           "freed; copy it to a duet::Buffer, or keep the owner until the work ends");
  }
  if (info.place == Place::device && info.device != device.state().handle &&
      !can_reach(device, Device(info.device), address)) {
    refuse(what, address,
           fmt::format("is memory of device {}, which device {} cannot access; {}", info.device,
                       device.ordinal(), access_advice(device, Device(info.device))));
  }
  const std::size_t offset = number(address) - number(info.begin);
  if (info.bytes != 0 && bytes > info.bytes - offset) {
    refuse(what, address,
           fmt::format("has {} bytes, but its allocation ends {} bytes behind that address", bytes,
                       info.bytes - offset));
  }
}

vendor::PointerInfo memory_at(const void* address) noexcept {
  const auto mapped = AddressRange::find(address);
  if (!mapped) return vendor::pointer_info(address);
  return {.place = vendor::PointerInfo::Place::device,
          .device = mapped->device.state().handle,
          .begin = mapped->begin,
          .bytes = mapped->bytes};
}

void remember_allocated(const void* address) noexcept {
  FreedMemory::instance().remove(number(address));
}

void remember_freed(const void* address, std::size_t bytes) noexcept {
  try {
    FreedMemory::instance().add({number(address), bytes});
  } catch (...) {
    // Not enough memory: the message will say less.
  }
}

}  // namespace detail

}  // namespace duet
