// contract/l2_window.hpp on the CUDA driver, except for launches (extended_launch.cpp).

#include "l2_window.hpp"

#include "driver/driver.hpp"

namespace duet {

namespace cuda {

namespace {

CUaccessProperty to_cuda(L2Access access) noexcept {
  switch (access) {
    case L2Access::normal: break;
    case L2Access::streaming: return CU_ACCESS_PROPERTY_STREAMING;
    case L2Access::persisting: return CU_ACCESS_PROPERTY_PERSISTING;
  }
  return CU_ACCESS_PROPERTY_NORMAL;
}

}  // namespace

CUaccessPolicyWindow to_cuda(const L2Window& window) noexcept {
  return {.base_ptr = const_cast<void*>(window.data),
          .num_bytes = window.bytes,
          .hitRatio = window.hit_ratio,
          .hitProp = to_cuda(window.hit),
          .missProp = to_cuda(window.miss)};
}

}  // namespace cuda

namespace vendor {

namespace {

/// Drivers before 11.0 do not know the attributes.
std::size_t bytes_of(CUdevice_attribute attribute, DeviceHandle device) noexcept {
  int value = 0;
  // Asked twice: an error that passes does not mean that the driver lacks the attribute.
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (driver_table().device_attribute(&value, attribute, device) == success) {
      return static_cast<std::size_t>(value);
    }
  }
  return 0;
}

}  // namespace

L2Limits l2_limits(DeviceHandle device) noexcept {
  if (!driver_has<&DriverNames::launch_extended>(driver_table().launch_extended)) return {};
  return {bytes_of(CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE, device),
          bytes_of(CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE, device)};
}

void reset_persisting_l2() { DUET_DRIVER(reset_persisting_l2); }

}  // namespace vendor

}  // namespace duet
