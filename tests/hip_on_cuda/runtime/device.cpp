#include "objects/device.hpp"

#include "base/error.hpp"
#include "cuda/cuda_driver.hpp"
#include "graph/capture.hpp"
#include "objects/entry.hpp"

using namespace hip_on_cuda;

hipError_t hipInit(unsigned int flags) {
  return entry([&] { require(flags == 0); });
}

hipError_t hipGetDeviceCount(int* count) {
  (void)initialise();
  if (count == nullptr) return remember(hipErrorInvalidValue);
  *count = static_cast<int>(devices().size());
  return remember(*count == 0 ? hipErrorNoDevice : hipSuccess);
}

hipError_t hipSetDevice(int ordinal) {
  return entry([&] { set_current_device(ordinal); });
}

hipError_t hipGetDevice(int* ordinal) {
  return entry([&] {
    require(ordinal != nullptr);
    *ordinal = current_device().ordinal;
  });
}

hipError_t hipDeviceGet(hipDevice_t* device, int ordinal) {
  return entry([&] {
    require(device != nullptr, hipErrorInvalidDevice);
    *device = device_at(ordinal).ordinal;
  });
}

hipError_t hipDeviceSynchronize() {
  return entry([] {
    activate(current_device());
    check_no_capture_for_device();
    check(cuda().cuCtxSynchronize());
  });
}

hipError_t hipDeviceCanAccessPeer(int* can, int from, int to) {
  return entry([&] {
    require(can != nullptr);
    const Device& first = device_at(from);
    const Device& second = device_at(to);
    *can = 0;
    if (first.handle != second.handle) {
      check(cuda().cuDeviceCanAccessPeer(can, first.handle, second.handle));
    }
  });
}

hipError_t hipDeviceEnablePeerAccess(int ordinal, unsigned int flags) {
  return entry([&] {
    require(flags == 0);
    const Device& peer = device_at(ordinal);
    activate(current_device());
    check(cuda().cuCtxEnablePeerAccess(peer.context, 0));
  });
}

hipError_t hipDeviceDisablePeerAccess(int ordinal) {
  return entry([&] {
    const Device& peer = device_at(ordinal);
    activate(current_device());
    check(cuda().cuCtxDisablePeerAccess(peer.context));
  });
}
