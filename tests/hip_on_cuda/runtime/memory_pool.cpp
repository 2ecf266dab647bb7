#include <cstdint>

#include "base/error.hpp"
#include "cuda/address.hpp"
#include "cuda/cuda_driver.hpp"
#include "objects/entry.hpp"
#include "objects/stream.hpp"

namespace hip_on_cuda {
namespace {

CUmemoryPool to_cuda(hipMemPool_t pool) { return reinterpret_cast<CUmemoryPool>(pool); }
hipMemPool_t from_cuda(CUmemoryPool pool) { return reinterpret_cast<hipMemPool_t>(pool); }

/// Both enumerations count from 1 in the same order (hip_runtime_api.h, cuda.h).
CUmemPool_attribute to_cuda(hipMemPoolAttr which) {
  static_assert(static_cast<int>(hipMemPoolReuseFollowEventDependencies) ==
                    static_cast<int>(CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES) &&
                static_cast<int>(hipMemPoolAttrReleaseThreshold) ==
                    static_cast<int>(CU_MEMPOOL_ATTR_RELEASE_THRESHOLD) &&
                static_cast<int>(hipMemPoolAttrUsedMemHigh) ==
                    static_cast<int>(CU_MEMPOOL_ATTR_USED_MEM_HIGH));
  require(which >= hipMemPoolReuseFollowEventDependencies && which <= hipMemPoolAttrUsedMemHigh);
  return static_cast<CUmemPool_attribute>(which);
}

void check_stream(hipStream_t stream, const char* call) {
  // hip_mempool.cpp reads the stream's device before it checks for null.
  if (stream == nullptr) die(std::string(call) + ": HIP 5.2 crashes on the null stream here");
}

}  // namespace
}  // namespace hip_on_cuda

using namespace hip_on_cuda;

hipError_t hipMallocAsync(void** address, std::size_t bytes, hipStream_t stream) {
  return entry([&] {
    require(address != nullptr && bytes != 0);
    check_stream(stream, "hipMallocAsync");
    CUdeviceptr found = 0;
    check(cuda().cuMemAllocAsync(&found, bytes, activate(stream).handle));
    *address = from_cuda(found);
  });
}

hipError_t hipMallocFromPoolAsync(void** address, std::size_t bytes, hipMemPool_t pool,
                                  hipStream_t stream) {
  return entry([&] {
    require(address != nullptr && bytes != 0 && pool != nullptr);
    CUdeviceptr found = 0;
    check(cuda().cuMemAllocFromPoolAsync(&found, bytes, to_cuda(pool), activate(stream).handle));
    *address = from_cuda(found);
  });
}

hipError_t hipFreeAsync(void* address, hipStream_t stream) {
  return entry([&] {
    require(address != nullptr);
    check(cuda().cuMemFreeAsync(to_cuda(address), activate(stream).handle));
  });
}

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t* pool, int ordinal) {
  return entry([&] {
    require(pool != nullptr);
    CUmemoryPool found = nullptr;
    check(cuda().cuDeviceGetDefaultMemPool(&found, device_at(ordinal).handle));
    *pool = from_cuda(found);
  });
}

hipError_t hipDeviceGetMemPool(hipMemPool_t* pool, int ordinal) {
  return entry([&] {
    require(pool != nullptr);
    CUmemoryPool found = nullptr;
    check(cuda().cuDeviceGetMemPool(&found, device_at(ordinal).handle));
    *pool = from_cuda(found);
  });
}

hipError_t hipDeviceSetMemPool(int ordinal, hipMemPool_t pool) {
  return entry([&] {
    require(pool != nullptr);
    check(cuda().cuDeviceSetMemPool(device_at(ordinal).handle, to_cuda(pool)));
  });
}

hipError_t hipMemPoolCreate(hipMemPool_t* pool, const hipMemPoolProps* properties) {
  return entry([&] {
    require(pool != nullptr && properties != nullptr);
    require(properties->location.type == hipMemLocationTypeDevice);
    CUmemPoolProps wanted{};
    wanted.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    wanted.handleTypes = CU_MEM_HANDLE_TYPE_NONE;
    wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    wanted.location.id = device_at(properties->location.id).handle;
    CUmemoryPool made = nullptr;
    check(cuda().cuMemPoolCreate(&made, &wanted));
    *pool = from_cuda(made);
  });
}

hipError_t hipMemPoolDestroy(hipMemPool_t pool) {
  return entry([&] {
    require(pool != nullptr);
    check(cuda().cuMemPoolDestroy(to_cuda(pool)));
  });
}

hipError_t hipMemPoolTrimTo(hipMemPool_t pool, std::size_t bytes) {
  return entry([&] {
    require(pool != nullptr);
    check(cuda().cuMemPoolTrimTo(to_cuda(pool), bytes));
  });
}

hipError_t hipMemPoolSetAttribute(hipMemPool_t pool, hipMemPoolAttr which, void* value) {
  return entry([&] {
    require(pool != nullptr && value != nullptr);
    check(cuda().cuMemPoolSetAttribute(to_cuda(pool), to_cuda(which), value));
  });
}

hipError_t hipMemPoolGetAttribute(hipMemPool_t pool, hipMemPoolAttr which, void* value) {
  return entry([&] {
    require(pool != nullptr && value != nullptr);
    check(cuda().cuMemPoolGetAttribute(to_cuda(pool), to_cuda(which), value));
  });
}

hipError_t hipMemPoolSetAccess(hipMemPool_t pool, const hipMemAccessDesc* accesses,
                               std::size_t count) {
  return entry([&] {
    require(pool != nullptr && accesses != nullptr && count == 1);
    require(accesses->location.type == hipMemLocationTypeDevice);
    const CUmemAccessDesc access{
        .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = accesses->location.id},
        .flags = accesses->flags == hipMemAccessFlagsProtReadWrite
                     ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
                     : CU_MEM_ACCESS_FLAGS_PROT_READ};
    check(cuda().cuMemPoolSetAccess(to_cuda(pool), &access, 1));
  });
}
