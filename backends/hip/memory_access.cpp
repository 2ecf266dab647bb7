#include "driver/driver.hpp"

namespace duet::vendor {

namespace {

/// HIP 6 names the member `type`.
template <typename Attributes>
hipMemoryType memory_type(const Attributes& attributes) noexcept {
  if constexpr (requires { attributes.memoryType; }) {
    return attributes.memoryType;
  } else {
    return attributes.type;
  }
}

}  // namespace

PointerInfo pointer_info(const void* pointer) noexcept {
  PointerInfo info;
  hipPointerAttribute_t attributes{};
  if (driver_table().pointer_attributes(&attributes, pointer) != success) {
    clear_pending_error();
    return info;
  }
  // HIP 6 succeeds for memory that it does not know.
  const hipMemoryType type = memory_type(attributes);
  const bool is_managed = attributes.isManaged != 0;
  if (!is_managed && type != hipMemoryTypeHost && type != hipMemoryTypeDevice) return info;
  const bool is_shared = is_managed || type == hipMemoryTypeHost;
  info.place = is_shared ? PointerInfo::Place::shared : PointerInfo::Place::device;
  info.device = attributes.device;
  Address begin{};
  if (driver_table().memory_range(&begin, &info.bytes, to_address(pointer)) == success) {
    info.begin = to_pointer(begin);
  } else {
    clear_pending_error();
    info.bytes = 0;
  }
  return info;
}

BoxCopy box_copy(const detail::BoxRequest& box) noexcept {
  BoxCopy copy{};
  copy.srcPtr = make_hipPitchedPtr(const_cast<void*>(box.from), box.from_row, box.width,
                                   box.from_slice / box.from_row);
  copy.dstPtr = make_hipPitchedPtr(box.to, box.to_row, box.width, box.to_slice / box.to_row);
  copy.extent = make_hipExtent(box.width, box.height, box.depth);
  copy.kind = hipMemcpyDefault;
  return copy;
}

// HIP has the calls, but they have not been tried on an AMD GPU.
std::size_t virtual_memory_unit(DeviceHandle) noexcept { return 0; }

PhysicalProperties physical_properties(DeviceHandle device) noexcept {
  PhysicalProperties properties{};
  properties.type = hipMemAllocationTypePinned;
  properties.location = {.type = hipMemLocationTypeDevice, .id = device};
  return properties;
}

MemoryAccess device_access(DeviceHandle device) noexcept {
  MemoryAccess access{};
  access.location = {.type = hipMemLocationTypeDevice, .id = device};
  access.flags = hipMemAccessFlagsProtReadWrite;
  return access;
}

bool can_access_peer(DeviceHandle device, DeviceHandle peer) {
  int can = 0;
  DUET_DRIVER(peer_can_access, &can, device, peer);
  return can != 0;
}

void enable_peer_access(DeviceHandle device, DeviceHandle peer, ContextHandle) {
  const Status status = driver().peer_enable(peer, 0);
  if (status != hipErrorPeerAccessAlreadyEnabled) {
    check(status, DUET_CALL_SITE(DriverNames, peer_enable, "peer"));
  }
  clear_pending_error();
  hipMemPool_t pool{};
  const bool has_pools = driver_has<&DriverNames::default_pool>(driver().default_pool) &&
                         driver_has<&DriverNames::pool_set_access>(driver().pool_set_access) &&
                         driver().default_pool(&pool, peer) == success;
  clear_pending_error();
  if (!has_pools) return;
  hipMemAccessDesc access{};
  access.location.type = hipMemLocationTypeDevice;
  access.location.id = device;
  access.flags = hipMemAccessFlagsProtReadWrite;
  DUET_DRIVER(pool_set_access, pool, &access, 1);
}

/// HIP has no query: whether the access can be enabled tells whether it was.
bool has_peer_access(ContextHandle peer, const void*) noexcept {
  const Status status = driver_table().peer_enable(peer, 0);
  if (status == success) (void)driver_table().peer_disable(peer);
  clear_pending_error();
  return status == hipErrorPeerAccessAlreadyEnabled;
}

}  // namespace duet::vendor
