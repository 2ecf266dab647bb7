// Entry points that allocate memory and describe it.

#include "cpu/base/current_device.hpp"
#include "cpu/driver/live_memory.hpp"
#include "hip/entry.hpp"
#include "hip/open_captures.hpp"

using namespace amd_emulator;

namespace {

/// Pools stand for devices: all memory comes from one heap.
hipMemPool_t pool_of(int ordinal) {
  static int places[64];
  return reinterpret_cast<hipMemPool_t>(&places[ordinal % 64]);
}

}  // namespace

hipError_t hipMalloc(void** address, std::size_t bytes) {
  return entry([&] {
    if (address == nullptr) return cpu::Status::invalid_value;
    *address = nullptr;
    if (is_forbidden_by_capture()) return cpu::Status::capture_failed;
    return bytes == 0 ? cpu::Status::success : cpu::memory_allocate(address, bytes);
  });
}

hipError_t hipFree(void* address) {
  return entry([&] {
    return is_forbidden_by_capture() ? cpu::Status::capture_failed : cpu::memory_free(address);
  });
}

hipError_t hipMallocAsync(void** address, std::size_t bytes, hipStream_t stream) {
  return entry([&] { return cpu::memory_allocate_async(address, bytes, to_cpu(stream)); });
}

hipError_t hipFreeAsync(void* address, hipStream_t stream) {
  return entry([&] { return cpu::memory_free_async(address, to_cpu(stream)); });
}

hipError_t hipHostMalloc(void** address, std::size_t bytes, unsigned int flags) {
  return entry([&] {
    if (address == nullptr) return cpu::Status::invalid_value;
    *address = nullptr;
    return bytes == 0 ? cpu::Status::success : cpu::memory_allocate_pinned(address, bytes, flags);
  });
}

hipError_t hipHostFree(void* address) {
  return entry([&] { return cpu::memory_free_pinned(address); });
}

hipError_t hipMallocManaged(void** address, std::size_t bytes, unsigned int flags) {
  return entry([&] { return cpu::memory_allocate_managed(address, bytes, flags); });
}

hipError_t hipMemAdvise(const void* begin, std::size_t bytes, hipMemoryAdvise advice, int) {
  return entry([&] { return cpu::memory_advise(const_cast<void*>(begin), bytes, advice); });
}

hipError_t hipMemPrefetchAsync(const void* begin, std::size_t bytes, int, hipStream_t stream) {
  return entry(
      [&] { return cpu::memory_prefetch(const_cast<void*>(begin), bytes, to_cpu(stream)); });
}

hipError_t hipHostRegister(void* begin, std::size_t bytes, unsigned int) {
  return entry([&] { return cpu::memory_register(begin, bytes, 0); });
}

hipError_t hipHostUnregister(void* begin) {
  return entry([&] { return cpu::memory_unregister(begin); });
}

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t* pool, int ordinal) {
  return entry([&] {
    if (pool == nullptr) return hipErrorInvalidValue;
    *pool = pool_of(ordinal);
    return hipSuccess;
  });
}

hipError_t hipMemPoolSetAccess(hipMemPool_t pool, const hipMemAccessDesc* accesses,
                               std::size_t count) {
  return entry([&] {
    return pool == nullptr || (accesses == nullptr && count != 0) ? hipErrorInvalidValue
                                                                  : hipSuccess;
  });
}

hipError_t hipMemGetAddressRange(hipDeviceptr_t* base, std::size_t* bytes, hipDeviceptr_t address) {
  return entry([&] {
    const auto found = cpu::LiveMemory::instance().find(address);
    if (!found) return hipErrorInvalidValue;
    if (base != nullptr) *base = found->begin;
    if (bytes != nullptr) *bytes = found->bytes;
    return hipSuccess;
  });
}

hipError_t hipPointerGetAttributes(hipPointerAttribute_t* attributes, const void* address) {
  return entry([&] {
    if (attributes == nullptr) return hipErrorInvalidValue;
    const auto found = cpu::LiveMemory::instance().find(address);
    if (!found) return hipErrorInvalidValue;
    const bool is_shared = found->device == cpu::LiveMemory::shared;
    *attributes = {};
    set_memory_type(*attributes, is_shared ? hipMemoryTypeHost : hipMemoryTypeDevice);
    attributes->device = is_shared ? cpu::current_device() : found->device;
    attributes->devicePointer = const_cast<void*>(address);
    attributes->hostPointer = is_shared ? const_cast<void*>(address) : nullptr;
    return hipSuccess;
  });
}
