#include "objects/device.hpp"

#include "base/error.hpp"
#include "cuda/cuda_driver.hpp"
#include "graph/capture.hpp"
#include "objects/entry.hpp"

using namespace hip_on_cuda;

namespace {

CUlimit cuda_limit(hipLimit_t limit) {
  constexpr auto stack = static_cast<hipLimit_t>(0);  // headers before HIP 5.3 lack the name
  require(limit == stack || limit == hipLimitMallocHeapSize, hipErrorUnsupportedLimit);
  return limit == stack ? CU_LIMIT_STACK_SIZE : CU_LIMIT_MALLOC_HEAP_SIZE;
}

}  // namespace

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

hipError_t hipDeviceGetUuid(hipUUID* uuid, hipDevice_t device) {
  return entry([&] {
    require(uuid != nullptr);
    CUuuid found{};
    check(cuda().cuDeviceGetUuid(&found, device_at(device).handle));
    // The runtime gives 16 digits as text, without a final null.
    for (std::size_t i = 0; i < sizeof(uuid->bytes); ++i) {
      uuid->bytes[i] = "0123456789abcdef"[static_cast<unsigned char>(found.bytes[i]) % 16];
    }
  });
}

// As hip_device_runtime.cpp, which has these two limits.
hipError_t hipDeviceGetLimit(std::size_t* bytes, hipLimit_t limit) {
  return entry([&] {
    require(bytes != nullptr);
    activate(current_device());
    check(cuda().cuCtxGetLimit(bytes, cuda_limit(limit)));
  });
}

hipError_t hipDeviceSetLimit(hipLimit_t limit, std::size_t bytes) {
  return entry([&] {
    activate(current_device());
    check(cuda().cuCtxSetLimit(cuda_limit(limit), bytes));
  });
}
