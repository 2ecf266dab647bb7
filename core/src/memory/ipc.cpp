#include <duet/adopted_memory.hpp>
#include <duet/ipc.hpp>

#include <fmt/format.h>

#include <cstring>
#include <random>

#include "driver/destruction.hpp"

namespace duet {

namespace {

/// Tells this process from others, also from those with other process numbers of their own.
std::uint64_t process_token() {
  static const std::uint64_t token = [] {
    std::random_device source;
    return std::uint64_t{source()} << 32 | source();
  }();
  return token;
}

void require_ipc(const Device& device) {
  if (device.info().ipc) return;
  throw Error(ErrorCode::not_supported,
              fmt::format("device {} ({}) or its driver shares no memory between processes; copy "
                          "the data through host memory",
                          device.ordinal(), device.info().name));
}

void require_other_process(std::uint64_t process, const char* what) {
  if (process != process_token()) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("the handle is of this process, which has the {0} already; use that {0}, "
                          "and import handles of other processes",
                          what));
}

/// Drivers have many statuses for handles and memory that they refuse.
bool is_refused(ErrorCode code) noexcept {
  return code == ErrorCode::invalid_argument || code == ErrorCode::invalid_handle ||
         code == ErrorCode::internal;
}

/// @param refused  what is wrong if the driver refuses the value
void check_value(vendor::Status status, const char* call, const char* refused) {
  if (status == vendor::success) return;
  if (!is_refused(vendor::classify(status))) {
    throw_failed_call(status, CallSite{call, "handle", __builtin_FILE(), __LINE__});
  }
  const vendor::StatusText text = vendor::describe(status);
  vendor::clear_pending_error();
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{} (the driver says {})", refused, text.name),
              {.vendor_name = text.name});
}

template <typename Native>
std::array<std::byte, 64> to_bytes(const Native& native) noexcept {
  static_assert(sizeof(native) <= 64);
  std::array<std::byte, 64> bytes{};
  std::memcpy(bytes.data(), &native, sizeof(native));
  return bytes;
}

template <typename Native>
Native from_bytes(const std::array<std::byte, 64>& bytes) noexcept {
  Native native;
  std::memcpy(&native, bytes.data(), sizeof(native));
  return native;
}

void close_memory(const Device& device, vendor::Address begin) noexcept {
  detail::destroy_on(device.state(), [begin] {
    log_failed_call(driver_table().ipc_close_memory(begin), "closing memory of another process");
  });
}

}  // namespace

IpcMemoryHandle export_memory(const Memory& memory) {
  const Device device = memory.device();
  require_ipc(device);
  constexpr const char* refused =
      "only device memory of exportable_resource can be exported; allocate it there";
  if (memory.kind() != MemoryKind::device || memory.bytes() == 0) {
    throw Error(ErrorCode::invalid_argument, refused);
  }
  make_current(device);
  const vendor::PointerInfo info = vendor::pointer_info(memory.data());
  const void* const begin = info.begin != nullptr ? info.begin : memory.data();
  vendor::IpcMemoryHandle native{};
  check_value(driver().ipc_export_memory(&native, vendor::to_address(begin)),
              DriverNames::ipc_export_memory, refused);
  const auto offset =
      static_cast<const std::byte*>(memory.data()) - static_cast<const std::byte*>(begin);
  return {to_bytes(native), static_cast<std::uint64_t>(offset), memory.bytes(), process_token()};
}

Memory import_memory(const Device& device, const IpcMemoryHandle& handle) {
  require_ipc(device);
  require_other_process(handle.process, "memory");
  make_current(device);
  vendor::Address begin{};
  check_value(driver().ipc_open_memory(&begin, from_bytes<vendor::IpcMemoryHandle>(handle.driver),
                                       vendor::ipc_open_flags),
              DriverNames::ipc_open_memory,
              "the handle names no memory of a running process; export it again, and keep the "
              "memory in the process that exports it");
  auto* const data = static_cast<std::byte*>(vendor::to_pointer(begin)) + handle.offset;
  const auto close = [device, begin](void*) { close_memory(device, begin); };
  try {
    return adopt_memory(device, data, handle.bytes, MemoryKind::device, close);
  } catch (...) {
    close_memory(device, begin);
    throw;
  }
}

IpcEventHandle export_event(EventRef event) {
  require_ipc(event.device());
  make_current(event.device());
  vendor::IpcEventHandle native{};
  check_value(driver().ipc_export_event(&native, static_cast<vendor::EventHandle>(event.handle())),
              DriverNames::ipc_export_event,
              "only events that were made with EventOptions::interprocess can be exported");
  return {to_bytes(native), process_token()};
}

Event import_event(const Device& device, const IpcEventHandle& handle) {
  require_ipc(device);
  require_other_process(handle.process, "event");
  make_current(device);
  vendor::EventHandle event{};
  check_value(
      driver().ipc_open_event(&event, from_bytes<vendor::IpcEventHandle>(handle.driver)),
      DriverNames::ipc_open_event,
      "the handle names no event of a running process on this device; export it again, and keep "
      "the event in the process that exports it");
  return Event::adopt(EventRef(device, event));
}

}  // namespace duet
