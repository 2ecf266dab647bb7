#include <utility>

#include "driver/driver.hpp"

namespace duet::vendor {

namespace {

/// Sets nothing, without an error, for addresses that the driver does not know.
template <typename... Values>
bool get(Address address, std::pair<CUpointer_attribute, Values*>... wanted) noexcept {
  CUpointer_attribute attributes[] = {wanted.first...};
  void* values[] = {wanted.second...};
  return driver_table().pointer_attributes(sizeof...(wanted), attributes, values, address) ==
         success;
}

}  // namespace

PointerInfo pointer_info(const void* pointer) noexcept {
  const Address address = to_address(pointer);
  PointerInfo info;
  CUmemorytype type{};
  unsigned is_managed = 0;
  DeviceHandle device{};
  Address begin{};
  std::size_t bytes = 0;
  const bool is_known = get(address, std::pair(CU_POINTER_ATTRIBUTE_MEMORY_TYPE, &type),
                            std::pair(CU_POINTER_ATTRIBUTE_IS_MANAGED, &is_managed),
                            std::pair(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, &device),
                            std::pair(CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, &begin),
                            std::pair(CU_POINTER_ATTRIBUTE_RANGE_SIZE, &bytes)) &&
                        type != CUmemorytype{};
  if (!is_known) return info;
  const bool is_shared = type == CU_MEMORYTYPE_HOST || is_managed != 0;
  info.place = is_shared ? PointerInfo::Place::shared : PointerInfo::Place::device;
  info.device = device;
  info.begin = to_pointer(begin);
  info.bytes = bytes;
  return info;
}

BoxCopy box_copy(const detail::BoxRequest& box) noexcept {
  BoxCopy copy{};
  // Addresses tell where they are, those of other devices, too.
  copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
  copy.srcDevice = to_address(box.from);
  copy.srcPitch = box.from_row;
  copy.srcHeight = box.from_slice / box.from_row;
  copy.dstDevice = to_address(box.to);
  copy.dstPitch = box.to_row;
  copy.dstHeight = box.to_slice / box.to_row;
  copy.WidthInBytes = box.width;
  copy.Height = box.height;
  copy.Depth = box.depth;
  return copy;
}

std::size_t virtual_memory_unit(DeviceHandle device) noexcept {
  int has = 0;
  std::size_t unit = 0;
  const PhysicalProperties properties = physical_properties(device);
  const Driver& calls = driver_table();
  const bool is_known =
      calls.device_attribute(&has, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
                             device) == success &&
      has != 0 && driver_has<&DriverNames::memory_granularity>(calls.memory_granularity) &&
      calls.memory_granularity(&unit, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED) == success;
  return is_known ? unit : 0;
}

PhysicalProperties physical_properties(DeviceHandle device) noexcept {
  PhysicalProperties properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = device};
  return properties;
}

MemoryAccess device_access(DeviceHandle device) noexcept {
  return {.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = device},
          .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
}

bool can_access_peer(DeviceHandle device, DeviceHandle peer) {
  int can = 0;
  DUET_DRIVER(peer_can_access, &can, device, peer);
  return can != 0;
}

void enable_peer_access(DeviceHandle device, DeviceHandle peer, ContextHandle peer_context) {
  const Status status = driver().peer_enable(peer_context, 0);
  if (status != CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) {
    check(status, DUET_CALL_SITE(DriverNames, peer_enable, "peer_context"));
  }
  CUmemoryPool pool{};
  if (driver().default_pool(&pool, peer) != success) return;  // the device has no pools
  const MemoryAccess access = device_access(device);
  DUET_DRIVER(pool_set_access, pool, &access, 1);
}

bool has_peer_access(ContextHandle, const void* pointer) noexcept {
  const Address address = to_address(pointer);
  Address seen{};
  if (!get(address, std::pair(CU_POINTER_ATTRIBUTE_DEVICE_POINTER, &seen)) || seen == Address{})
    return false;
  // Access to memory of a pool is set for the pool.
  CUmemoryPool pool{};
  unsigned flags = 0;
  return !get(address, std::pair(CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, &pool)) || pool == nullptr ||
         (get(address, std::pair(CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, &flags)) && flags != 0);
}

}  // namespace duet::vendor
