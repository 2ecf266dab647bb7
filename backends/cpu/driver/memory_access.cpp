// Which device can access which memory. All memory is the host's; the rules are those of GPUs, so
// that mistakes are found.

#include <array>
#include <atomic>

#include "contract.hpp"
#include "cpu/base/current_device.hpp"
#include "live_memory.hpp"

namespace duet::vendor {

PointerInfo pointer_info(const void* address) noexcept {
  const auto found = cpu::LiveMemory::instance().find(address);
  if (!found) return {};
  const bool is_shared = found->device == cpu::LiveMemory::shared;
  return {.place = is_shared ? PointerInfo::Place::shared : PointerInfo::Place::device,
          .device = found->device,
          .begin = found->begin,
          .bytes = found->bytes};
}

BoxCopy box_copy(const detail::BoxRequest& box) noexcept {
  return {box.to,         box.from,  box.to_row, box.to_slice, box.from_row,
          box.from_slice, box.width, box.height, box.depth};
}

std::size_t virtual_memory_unit(DeviceHandle) noexcept { return cpu::virtual_memory_unit; }
PhysicalProperties physical_properties(DeviceHandle device) noexcept { return {device}; }
MemoryAccess device_access(DeviceHandle device) noexcept { return {device}; }

bool can_access_peer(DeviceHandle, DeviceHandle) { return true; }

void enable_peer_access(DeviceHandle, DeviceHandle, ContextHandle) {}  // core remembers it

bool has_peer_access(ContextHandle, const void*) noexcept { return false; }

}  // namespace duet::vendor
