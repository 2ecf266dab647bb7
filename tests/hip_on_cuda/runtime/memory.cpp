#include "base/error.hpp"
#include "cuda/address.hpp"
#include "cuda/cuda_driver.hpp"
#include "graph/capture.hpp"
#include "objects/device.hpp"
#include "objects/entry.hpp"
#include "objects/stream.hpp"
#include "signal_memory.hpp"

using namespace hip_on_cuda;

namespace {

void* allocate(std::size_t bytes) {
  CUdeviceptr address = 0;
  check(cuda().cuMemAlloc(&address, bytes));
  return from_cuda(address);
}

/// @param place  a device or hipCpuDeviceId
CUmemLocation location_of(int place) {
  if (place == hipCpuDeviceId) return {.type = CU_MEM_LOCATION_TYPE_HOST, .id = 0};
  return {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = place};
}

}  // namespace

hipError_t hipMemGetInfo(std::size_t* free, std::size_t* total) {
  return entry([&] {
    require(free != nullptr && total != nullptr);
    activate(current_device());
    check(cuda().cuMemGetInfo(free, total));
  });
}

hipError_t hipMalloc(void** address, std::size_t bytes) {
  return entry([&] {
    check_no_capture_for_allocation();
    require(address != nullptr);
    activate(current_device());
    *address = bytes == 0 ? nullptr : allocate(bytes);
  });
}

hipError_t hipFree(void* address) {
  return entry([&] {
    check_no_capture_for_allocation();
    if (address == nullptr) return;
    activate(current_device());
    if (forget_signal_memory(address)) return check(cuda().cuMemFreeHost(address));
    check(cuda().cuMemFree(to_cuda(address)));
  });
}

hipError_t hipHostMalloc(void** address, std::size_t bytes, unsigned int flags) {
  return entry([&] {
    constexpr unsigned coherence = hipHostMallocCoherent | hipHostMallocNonCoherent;
    check_no_capture_for_allocation();
    require(address != nullptr);
    *address = nullptr;
    require((flags & coherence) != coherence);  // hip_memory.cpp
    if (bytes == 0) return;
    activate(current_device());
    // AMD's hipHostMalloc maps the memory to all devices, whatever the flags.
    check(cuda().cuMemHostAlloc(address, bytes,
                                CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
  });
}

hipError_t hipHostFree(void* address) {
  return entry([&] {
    check_no_capture_for_allocation();
    if (address == nullptr) return;
    activate(current_device());
    check(cuda().cuMemFreeHost(address));
  });
}

hipError_t hipHostGetDevicePointer(void** address, void* host, unsigned int flags) {
  return entry([&] {
    require(address != nullptr && host != nullptr && flags == 0);
    activate(current_device());
    CUdeviceptr found = 0;
    check(cuda().cuMemHostGetDevicePointer(&found, host, 0));
    *address = from_cuda(found);
  });
}

hipError_t hipHostRegister(void* host, std::size_t bytes, unsigned int) {
  return entry([&] {
    require(host != nullptr && bytes != 0);
    activate(current_device());
    check(cuda().cuMemHostRegister(host, bytes,
                                   CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP));
  });
}

hipError_t hipHostUnregister(void* host) {
  return entry([&] {
    activate(current_device());
    check(cuda().cuMemHostUnregister(host));
  });
}

hipError_t hipMallocManaged(void** address, std::size_t bytes, unsigned int flags) {
  return entry([&] {
    // As hip_hmm.cpp: unlike hipMalloc, refuses zero bytes.
    require(address != nullptr && bytes != 0);
    require(flags == hipMemAttachGlobal || flags == hipMemAttachHost);
    activate(current_device());
    CUdeviceptr found = 0;
    check(cuda().cuMemAllocManaged(
        &found, bytes, flags == hipMemAttachGlobal ? CU_MEM_ATTACH_GLOBAL : CU_MEM_ATTACH_HOST));
    *address = from_cuda(found);
  });
}

hipError_t hipMemGetAddressRange(hipDeviceptr_t* base, std::size_t* bytes, hipDeviceptr_t address) {
  return entry([&] {
    require(base != nullptr && bytes != nullptr);
    activate(current_device());
    CUdeviceptr found = 0;
    check(cuda().cuMemGetAddressRange(&found, bytes, to_cuda(address)));
    *base = from_cuda(found);
  });
}

hipError_t hipPointerGetAttributes(hipPointerAttribute_t* attributes, const void* address) {
  return entry([&] {
    require(attributes != nullptr && address != nullptr);
    activate(current_device());
    const auto get = [&](auto& value, CUpointer_attribute which) {
      return cuda().cuPointerGetAttribute(&value, which, to_cuda(address)) == CUDA_SUCCESS;
    };
    unsigned type = 0;
    unsigned managed = 0;
    int ordinal = 0;
    CUdeviceptr device_address = 0;
    void* host_address = nullptr;
    require(get(type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE));
    (void)get(managed, CU_POINTER_ATTRIBUTE_IS_MANAGED);
    (void)get(ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL);
    (void)get(device_address, CU_POINTER_ATTRIBUTE_DEVICE_POINTER);
    (void)get(host_address, CU_POINTER_ATTRIBUTE_HOST_POINTER);
    *attributes = {};
    set_memory_type(*attributes,
                    type == CU_MEMORYTYPE_HOST ? hipMemoryTypeHost : hipMemoryTypeDevice);
    attributes->device = ordinal;
    attributes->devicePointer = from_cuda(device_address);
    attributes->hostPointer = host_address;
    attributes->isManaged = managed != 0 ? 1 : 0;
  });
}

hipError_t hipMemAdvise(const void* begin, std::size_t bytes, hipMemoryAdvise advice, int place) {
  return entry([&] {
    require(begin != nullptr && bytes != 0);
    activate(current_device());
    // The values up to 6 are CUDA's.
    require(advice >= hipMemAdviseSetReadMostly && advice <= hipMemAdviseUnsetAccessedBy);
    check(cuda().cuMemAdvise(to_cuda(begin), bytes, static_cast<CUmem_advise>(advice),
                             location_of(place)));
  });
}

hipError_t hipMemPrefetchAsync(const void* begin, std::size_t bytes, int place,
                               hipStream_t stream) {
  return entry([&] {
    const ActiveStream active = activate(stream);
    check_no_capture_for_stream(stream);
    require(begin != nullptr && bytes != 0);
    check(cuda().cuMemPrefetchAsync(to_cuda(begin), bytes, location_of(place), 0, active.handle));
  });
}
