#include <duet/managed_memory.hpp>

#include <fmt/format.h>

#include "driver/device_state.hpp"
#include "driver/driver.hpp"

namespace duet {

const char* name_of(MemoryAdvice advice) noexcept {
  switch (advice) {
    case MemoryAdvice::read_mostly: return "read_mostly";
    case MemoryAdvice::not_read_mostly: return "not_read_mostly";
    case MemoryAdvice::preferred_at: return "preferred_at";
    case MemoryAdvice::preferred_nowhere: return "preferred_nowhere";
    case MemoryAdvice::accessed_from: return "accessed_from";
    case MemoryAdvice::not_accessed_from: return "not_accessed_from";
  }
  return "unknown";
}

namespace {

void require_migrating_place(const MemoryPlace& place, const char* what) {
  if (!place.device() || place.device()->info().concurrent_managed_access) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: device {} ({}) cannot access managed memory while the host does; "
                          "give another device, or MemoryPlace::host()",
                          what, place.device()->ordinal(), place.device()->info().name));
}

std::optional<vendor::DeviceHandle> handle_of(const MemoryPlace& place) {
  if (!place.device()) return std::nullopt;
  return place.device()->state().handle;
}

/// @returns whether the call has an effect
bool is_needed(const ManagedRange& range, const MemoryPlace& place, const char* what) {
  if (!range.is_migrating()) return false;
  require_migrating_place(place, what);
  return range.bytes() != 0 && range.device().info().managed_prefetch;
}

void require_advice(MemoryAdvice advice) {
  if (std::string_view(name_of(advice)) != "unknown") return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("advise: {} is no MemoryAdvice", static_cast<int>(advice)));
}

}  // namespace

ManagedRange::ManagedRange(const Memory& memory)
    : device_(memory.device()),
      data_(memory.data()),
      bytes_(memory.bytes()),
      is_migrating_(memory.kind() == MemoryKind::managed) {
  if (is_migrating_ || memory.kind() == MemoryKind::pinned) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("the memory is {}, which stays where it is; allocate memory that is to "
                          "migrate by Memory::managed or HostBuffer::managed",
                          name_of(memory.kind())));
}

ManagedRange ManagedRange::part(std::size_t offset, std::size_t bytes) const {
  if (offset > bytes_ || bytes > bytes_ - offset) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("a part of {} bytes from {} on is not inside the {} bytes of managed "
                            "memory",
                            bytes, offset, bytes_));
  }
  ManagedRange made = *this;
  made.data_ = static_cast<std::byte*>(data_) + offset;
  made.bytes_ = bytes;
  return made;
}

void advise(const ManagedRange& range, MemoryAdvice advice, MemoryPlace place) {
  require_advice(advice);
  if (!is_needed(range, place, "advise")) return;
  make_current(range.device());
  check(vendor::advise_memory(range.data(), range.bytes(), advice, handle_of(place)),
        DUET_CALL_SITE(DriverNames, memory_advise, "data, bytes, advice, place"));
}

void advise(const ManagedRange& range, MemoryAdvice advice) {
  duet::advise(range, advice, range.device());
}

void prefetch(StreamRef stream, const ManagedRange& range, MemoryPlace place) {
  if (!is_needed(range, place, "prefetch")) return;
  make_current(stream.device());
  check(vendor::prefetch_memory(range.data(), range.bytes(), handle_of(place),
                                static_cast<vendor::StreamHandle>(stream.handle())),
        DUET_CALL_SITE(DriverNames, memory_prefetch, "data, bytes, place, stream"));
}

}  // namespace duet
