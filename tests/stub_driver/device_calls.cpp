// Entry points for devices and contexts. A context is the address of its device.

#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <utility>

#include "cpu/base/current_device.hpp"
#include "entry.hpp"

// The CPU backend's calls for memory ask for the machine's.
duet::cpu::Status duet::cpu::device_total_memory(std::size_t* bytes, int) noexcept {
  *bytes = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return Status::success;
}

namespace stub_driver {

namespace {

constexpr int most_devices = 16;
std::array<int, most_devices> contexts;

int device_count() {
  static const int count = [] {
    const char* const text = std::getenv("DUET_TEST_STUB_DEVICES");
    const int wanted = text != nullptr ? std::atoi(text) : 2;
    return wanted >= 0 && wanted <= most_devices ? wanted : 2;
  }();
  return count;
}

CUcontext context_of(int device) {
  return reinterpret_cast<CUcontext>(&contexts[static_cast<std::size_t>(device)]);
}

/// Of all devices.
std::array<std::atomic<std::size_t>, CU_LIMIT_MAX> limits{1024, 1 << 20, 8 << 20};

/// The calling thread's. None at first.
thread_local CUcontext current = nullptr;

int attribute(CUdevice_attribute which) {
  switch (which) {
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: return 32;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: return 4;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: return 1'000'000;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
    case CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE:
    case CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE: return 1 << 20;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: return 48 << 10;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: return 227 << 10;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK: return 64 << 10;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y: return 1024;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z: return 64;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: return 2048;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: return INT_MAX;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: return 65535;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: return 9;
    case CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY:
    case CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM:
    case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
    case CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH:
    case CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH: return 1;
    default: return 0;
  }
}

}  // namespace

bool is_device(int ordinal) noexcept { return ordinal >= 0 && ordinal < device_count(); }

}  // namespace stub_driver

using namespace stub_driver;

CUresult cuInit(unsigned int flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  return device_count() == 0 ? CUDA_ERROR_NO_DEVICE : CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int* version) {
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) {
  *count = device_count();
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  if (!is_device(ordinal)) return CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char* name, int capacity, CUdevice device) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  std::snprintf(name, static_cast<std::size_t>(capacity), "stub device %d", device);
  return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
  return to_cuda(cpu::device_total_memory(bytes, device));
}

CUresult cuMemGetInfo(std::size_t* free, std::size_t* total) {
  *free = static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) *
          static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return to_cuda(cpu::device_total_memory(total, 0));
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice device) {
  if (value == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  *value = attribute(which);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetPCIBusId(char* id, int capacity, CUdevice device) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  std::snprintf(id, static_cast<std::size_t>(capacity), "0000:%02x:00.0", device + 1);
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  *context = context_of(device);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  *context = current;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  current = context;
  if (context == nullptr) return CUDA_SUCCESS;
  const auto device = reinterpret_cast<int*>(context) - contexts.data();
  if (!is_device(static_cast<int>(device))) return CUDA_ERROR_INVALID_CONTEXT;
  cpu::set_current_device(static_cast<int>(device));
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize() {
  return entry([] { return cpu::device_synchronize(); });
}

CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return entry([&] { return cpu::stream_priority_range(least, greatest); });
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  *uuid = {};
  uuid->bytes[15] = static_cast<char>(device + 1);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetLimit(std::size_t* bytes, CUlimit limit) {
  if (limit < 0 || limit >= CU_LIMIT_MAX) return CUDA_ERROR_UNSUPPORTED_LIMIT;
  *bytes = limits[static_cast<std::size_t>(limit)];
  return CUDA_SUCCESS;
}

CUresult cuCtxSetLimit(CUlimit limit, std::size_t bytes) {
  if (limit < 0 || limit >= CU_LIMIT_MAX) return CUDA_ERROR_UNSUPPORTED_LIMIT;
  limits[static_cast<std::size_t>(limit)] = bytes;
  return CUDA_SUCCESS;
}

CUresult cuCtxResetPersistingL2Cache() { return CUDA_SUCCESS; }

CUresult cuDeviceCanAccessPeer(int* can, CUdevice from, CUdevice to) {
  if (!is_device(from) || !is_device(to)) return CUDA_ERROR_INVALID_DEVICE;
  *can = from != to ? 1 : 0;
  return CUDA_SUCCESS;
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int) {
  static std::mutex mutex;
  static std::set<std::pair<CUcontext, CUcontext>> enabled;
  return entry([&] {
    const std::scoped_lock lock(mutex);
    return enabled.emplace(current, peer).second ? CUDA_SUCCESS
                                                 : CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
  });
}
