#include "driver/driver.hpp"

namespace duet::vendor {

namespace {

template <typename Value>
bool get(Value& value, CUpointer_attribute attribute, Address address) noexcept {
  return driver_table().pointer_attribute(&value, attribute, address) == success;
}

}  // namespace

PointerInfo pointer_info(const void* pointer) noexcept {
  const Address address = to_address(pointer);
  PointerInfo info;
  CUmemorytype type{};
  if (!get(type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address)) return info;
  unsigned is_managed = 0;
  (void)get(is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, address);
  const bool is_shared = type == CU_MEMORYTYPE_HOST || is_managed != 0;
  info.place = is_shared ? PointerInfo::Place::shared : PointerInfo::Place::device;
  (void)get(info.device, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address);
  Address begin{};
  if (get(begin, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, address) &&
      get(info.bytes, CU_POINTER_ATTRIBUTE_RANGE_SIZE, address)) {
    info.begin = to_pointer(begin);
  }
  return info;
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
  const CUmemAccessDesc access{.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = device},
                               .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  DUET_DRIVER(pool_set_access, pool, &access, 1);
}

bool has_peer_access(ContextHandle, const void* pointer) noexcept {
  const Address address = to_address(pointer);
  Address seen{};
  if (!get(seen, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, address)) return false;
  // Access to memory of a pool is set for the pool.
  CUmemoryPool pool{};
  unsigned flags = 0;
  return !get(pool, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, address) || pool == nullptr ||
         (get(flags, CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, address) && flags != 0);
}

}  // namespace duet::vendor
