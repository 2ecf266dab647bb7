// Entry points that allocate, copy, fill and describe memory.

#include <algorithm>

#include "cpu/base/current_device.hpp"
#include "cpu/driver/live_memory.hpp"
#include "cpu/stream/capture.hpp"
#include "entry.hpp"

using namespace stub_driver;

namespace {

/// Pools stand for devices: all memory comes from one heap.
CUmemoryPool pool_of(int device) {
  static int places[64];
  return reinterpret_cast<CUmemoryPool>(&places[device % 64]);
}

/// Stores one attribute of an allocation. @returns whether the attribute is known
bool store(CUpointer_attribute which, void* value, const cpu::LiveMemory::Allocation& found,
           CUdeviceptr address) {
  const bool is_shared = found.device == cpu::LiveMemory::shared;
  switch (which) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *static_cast<CUmemorytype*>(value) = is_shared ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
      return true;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *static_cast<unsigned*>(value) = 0; return true;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      *static_cast<int*>(value) = is_shared ? cpu::current_device() : found.device;
      return true;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      *static_cast<CUdeviceptr*>(value) = reinterpret_cast<CUdeviceptr>(found.begin);
      return true;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      *static_cast<std::size_t*>(value) = found.bytes;
      return true;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      *static_cast<CUdeviceptr*>(value) = address;
      return true;
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
      *static_cast<CUmemoryPool*>(value) = nullptr;
      return true;
    default: return false;
  }
}

/// Whether a capture of this thread forbids what may wait for the device.
bool is_forbidden() {
  if (!cpu::is_thread_capturing()) return false;
  auto mode = cpu::CaptureMode::relaxed;
  (void)cpu::thread_capture_mode(&mode);
  const bool is_relaxed = mode == cpu::CaptureMode::relaxed;
  (void)cpu::thread_capture_mode(&mode);
  return !is_relaxed;
}

}  // namespace

CUresult cuMemAlloc(CUdeviceptr* address, std::size_t bytes) {
  return entry([&] {
    if (is_forbidden()) return cpu::Status::capture_failed;
    return cpu::memory_allocate(to_cpu(address), bytes);
  });
}
CUresult cuMemFree(CUdeviceptr address) {
  return entry([&] { return cpu::memory_free(to_cpu(address)); });
}
CUresult cuMemAllocAsync(CUdeviceptr* address, std::size_t bytes, CUstream stream) {
  return entry([&] {
    if (is_forbidden()) return cpu::Status::capture_failed;
    return cpu::memory_allocate_async(to_cpu(address), bytes, to_cpu(stream));
  });
}
CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  return entry([&] { return cpu::memory_free_async(to_cpu(address), to_cpu(stream)); });
}
CUresult cuMemHostAlloc(void** address, std::size_t bytes, unsigned int flags) {
  return entry([&] { return cpu::memory_allocate_pinned(address, bytes, flags); });
}
CUresult cuMemFreeHost(void* address) {
  return entry([&] { return cpu::memory_free_pinned(address); });
}
CUresult cuMemAllocManaged(CUdeviceptr* address, std::size_t bytes, unsigned int flags) {
  return entry([&] { return cpu::memory_allocate_managed(to_cpu(address), bytes, flags); });
}

CUresult cuMemAdvise(CUdeviceptr begin, std::size_t bytes, CUmem_advise advice, CUmemLocation) {
  return entry([&] { return cpu::memory_advise(to_cpu(begin), bytes, advice); });
}
CUresult cuMemPrefetchAsync(CUdeviceptr begin, std::size_t bytes, CUmemLocation, unsigned int,
                            CUstream stream) {
  return entry([&] { return cpu::memory_prefetch(to_cpu(begin), bytes, to_cpu(stream)); });
}
CUresult cuMemHostRegister(void* begin, std::size_t bytes, unsigned int) {
  return entry([&] { return cpu::memory_register(begin, bytes, 0); });
}
CUresult cuMemHostUnregister(void* begin) {
  return entry([&] { return cpu::memory_unregister(begin); });
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* box, CUstream stream) {
  if (std::min(box->dstPitch, box->srcPitch) < box->WidthInBytes ||
      std::min(box->dstHeight, box->srcHeight) < box->Height) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  const cpu::BoxCopy own{to_cpu(box->dstDevice),
                         to_cpu(box->srcDevice),
                         box->dstPitch,
                         box->dstPitch * box->dstHeight,
                         box->srcPitch,
                         box->srcPitch * box->srcHeight,
                         box->WidthInBytes,
                         box->Height,
                         box->Depth};
  return entry([&] { return cpu::copy_box(&own, to_cpu(stream)); });
}

CUresult cuMemGetAllocationGranularity(std::size_t* unit, const CUmemAllocationProp*,
                                       CUmemAllocationGranularity_flags) {
  *unit = cpu::virtual_memory_unit;
  return CUDA_SUCCESS;
}
CUresult cuMemAddressReserve(CUdeviceptr* begin, std::size_t bytes, std::size_t alignment,
                             CUdeviceptr hint, unsigned long long flags) {
  return entry(
      [&] { return cpu::address_reserve(to_cpu(begin), bytes, alignment, to_cpu(hint), flags); });
}
CUresult cuMemAddressFree(CUdeviceptr begin, std::size_t bytes) {
  return entry([&] { return cpu::address_free(to_cpu(begin), bytes); });
}
CUresult cuMemCreate(CUmemGenericAllocationHandle* memory, std::size_t bytes,
                     const CUmemAllocationProp* properties, unsigned long long flags) {
  const cpu::PhysicalProperties own{properties->location.id};
  return entry([&] {
    return cpu::physical_create(reinterpret_cast<cpu::PhysicalMemory**>(memory), bytes, &own,
                                flags);
  });
}
CUresult cuMemRelease(CUmemGenericAllocationHandle memory) {
  return entry(
      [&] { return cpu::physical_release(reinterpret_cast<cpu::PhysicalMemory*>(memory)); });
}
CUresult cuMemMap(CUdeviceptr at, std::size_t bytes, std::size_t offset,
                  CUmemGenericAllocationHandle memory, unsigned long long flags) {
  return entry([&] {
    return cpu::memory_map(to_cpu(at), bytes, offset,
                           reinterpret_cast<cpu::PhysicalMemory*>(memory), flags);
  });
}
CUresult cuMemSetAccess(CUdeviceptr at, std::size_t bytes, const CUmemAccessDesc* access,
                        std::size_t count) {
  const cpu::MemoryAccess own{access->location.id};
  return entry([&] { return cpu::memory_set_access(to_cpu(at), bytes, &own, count); });
}
CUresult cuMemUnmap(CUdeviceptr at, std::size_t bytes) {
  return entry([&] { return cpu::memory_unmap(to_cpu(at), bytes); });
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool, CUdevice device) {
  *pool = pool_of(device);
  return CUDA_SUCCESS;
}
CUresult cuMemPoolSetAccess(CUmemoryPool, const CUmemAccessDesc*, std::size_t) {
  return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream) {
  return entry([&] { return cpu::copy_to_device(to_cpu(to), from, bytes, to_cpu(stream)); });
}
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  return entry([&] { return cpu::copy_to_host(to, to_cpu(from), bytes, to_cpu(stream)); });
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  return entry(
      [&] { return cpu::copy_on_device(to_cpu(to), to_cpu(from), bytes, to_cpu(stream)); });
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, std::size_t bytes) {
  return entry([&] { return cpu::copy_to_device_now(to_cpu(to), from, bytes); });
}
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, std::size_t bytes) {
  return entry([&] { return cpu::copy_to_host_now(to, to_cpu(from), bytes); });
}
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  return entry([&] { return cpu::copy_on_device_now(to_cpu(to), to_cpu(from), bytes); });
}
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char word, std::size_t count, CUstream stream) {
  return entry([&] { return cpu::fill_8(to_cpu(to), word, count, to_cpu(stream)); });
}
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short word, std::size_t count, CUstream stream) {
  return entry([&] { return cpu::fill_16(to_cpu(to), word, count, to_cpu(stream)); });
}
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned int word, std::size_t count, CUstream stream) {
  return entry([&] { return cpu::fill_32(to_cpu(to), word, count, to_cpu(stream)); });
}

/// Sets nothing, without an error, for addresses that are not known.
CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute* attributes, void** values,
                                CUdeviceptr address) {
  return entry([&] {
    const auto found = cpu::LiveMemory::instance().find(to_cpu(address));
    for (unsigned i = 0; found && i < count; ++i) {
      if (!store(attributes[i], values[i], *found, address)) return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
  });
}
