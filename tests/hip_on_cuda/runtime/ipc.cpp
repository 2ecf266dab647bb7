// Memory and events of other processes.

#include <cstring>

#include "base/error.hpp"
#include "cuda/address.hpp"
#include "cuda/cuda_driver.hpp"
#include "objects/device.hpp"
#include "objects/entry.hpp"
#include "objects/event.hpp"

using namespace hip_on_cuda;

static_assert(sizeof(hipIpcMemHandle_t) == sizeof(CUipcMemHandle));
static_assert(sizeof(hipIpcEventHandle_t) == sizeof(CUipcEventHandle));

hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t* handle, void* begin) {
  return entry([&] {
    require(handle != nullptr && begin != nullptr);
    activate(current_device());
    CUipcMemHandle found{};
    check(cuda().cuIpcGetMemHandle(&found, to_cuda(begin)));
    std::memcpy(handle, &found, sizeof(found));
  });
}

hipError_t hipIpcOpenMemHandle(void** begin, hipIpcMemHandle_t handle, unsigned int flags) {
  return entry([&] {
    require(begin != nullptr && flags == hipIpcMemLazyEnablePeerAccess);
    activate(current_device());
    CUipcMemHandle wanted{};
    std::memcpy(&wanted, &handle, sizeof(wanted));
    CUdeviceptr opened = 0;
    check(cuda().cuIpcOpenMemHandle(&opened, wanted, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    *begin = from_cuda(opened);
  });
}

hipError_t hipIpcCloseMemHandle(void* begin) {
  return entry([&] {
    require(begin != nullptr);
    activate(current_device());
    check(cuda().cuIpcCloseMemHandle(to_cuda(begin)));
  });
}

hipError_t hipIpcGetEventHandle(hipIpcEventHandle_t* handle, hipEvent_t event) {
  return entry([&] {
    require(handle != nullptr);
    const Event& found = event_at(event);
    activate(*found.device);
    CUipcEventHandle native{};
    check(cuda().cuIpcGetEventHandle(&native, found.handle));
    std::memcpy(handle, &native, sizeof(native));
  });
}

hipError_t hipIpcOpenEventHandle(hipEvent_t* event, hipIpcEventHandle_t handle) {
  return entry([&] {
    require(event != nullptr);
    activate(current_device());
    CUipcEventHandle wanted{};
    std::memcpy(&wanted, &handle, sizeof(wanted));
    CUevent opened = nullptr;
    check(cuda().cuIpcOpenEventHandle(&opened, wanted));
    *event = add_event(opened);
  });
}
