// Entry points for devices. All share this process's memory and cores.

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdio>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "cpu/base/current_device.hpp"
#include "cpu/base/limits.hpp"
#include "hip/device.hpp"
#include "hip/entry.hpp"
#include "hip/open_captures.hpp"

// The CPU backend's calls for memory ask for the machine's.
duet::cpu::Status duet::cpu::device_total_memory(std::size_t* bytes, int) noexcept {
  static const auto total = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                            static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  *bytes = total;
  return Status::success;
}

namespace amd_emulator {
namespace {

hipError_t attribute(int& value, hipDeviceAttribute_t which, const Device& device) {
  switch (which) {
    case hipDeviceAttributeWarpSize: value = device.wave_size; break;
    case hipDeviceAttributeMultiprocessorCount:
    case hipDeviceAttributePhysicalMultiProcessorCount: value = device.multiprocessors; break;
    case hipDeviceAttributeClockRate: value = device.clock_khz; break;
    case hipDeviceAttributeL2CacheSize: value = device.l2_bytes; break;
    case hipDeviceAttributeMaxSharedMemoryPerBlock:
    case hipDeviceAttributeMaxSharedMemoryPerMultiprocessor: value = lds_bytes; break;
    case hipDeviceAttributeMaxRegistersPerBlock: value = 64 * 1024; break;
    case hipDeviceAttributeMaxThreadsPerBlock:
    case hipDeviceAttributeMaxBlockDimX:
    case hipDeviceAttributeMaxBlockDimY:
    case hipDeviceAttributeMaxBlockDimZ: value = threads_of_block; break;
    case hipDeviceAttributeMaxThreadsPerMultiProcessor: value = resident_threads(device); break;
    case hipDeviceAttributeMaxGridDimX: value = INT_MAX; break;
    case hipDeviceAttributeMaxGridDimY:
    case hipDeviceAttributeMaxGridDimZ: value = 65536; break;
    case hipDeviceAttributeComputeCapabilityMajor: value = device.major; break;
    case hipDeviceAttributeComputeCapabilityMinor: value = device.minor; break;
    case hipDeviceAttributeTotalConstantMemory:
    case hipDeviceAttributeMaxPitch: value = INT_MAX; break;
    case hipDeviceAttributeManagedMemory:
    case hipDeviceAttributeConcurrentManagedAccess:
    case hipDeviceAttributeMemoryPoolsSupported:
    case hipDeviceAttributeCooperativeLaunch:
    case hipDeviceAttributeConcurrentKernels:
    case hipDeviceAttributeCanMapHostMemory: value = 1; break;
    case hipDeviceAttributeIntegrated:
    case hipDeviceAttributePageableMemoryAccess:
    case hipDeviceAttributePageableMemoryAccessUsesHostPageTables:
    case hipDeviceAttributeDirectManagedMemAccessFromHost:
    case hipDeviceAttributeCooperativeMultiDeviceLaunch:
    case hipDeviceAttributeComputeMode:
    case hipDeviceAttributeIsMultiGpuBoard:
    case hipDeviceAttributeKernelExecTimeout:
    case hipDeviceAttributeEccEnabled: value = 0; break;
    default: return hipErrorInvalidValue;
  }
  return hipSuccess;
}

std::string name_of(const Device& device) { return "emulated " + device.target.processor; }

hipDeviceProp_t properties(const Device& device) {
  const auto get = [&](hipDeviceAttribute_t which) {
    int value = 0;
    (void)attribute(value, which, device);
    return value;
  };
  hipDeviceProp_t result{};
  std::snprintf(result.name, sizeof(result.name), "%s", name_of(device).c_str());
  std::snprintf(result.gcnArchName, sizeof(result.gcnArchName), "%s", device.architecture.c_str());
  (void)cpu::device_total_memory(&result.totalGlobalMem, 0);
  result.sharedMemPerBlock = lds_bytes;
  result.maxSharedMemoryPerMultiProcessor = lds_bytes;
  result.regsPerBlock = get(hipDeviceAttributeMaxRegistersPerBlock);
  result.warpSize = device.wave_size;
  result.maxThreadsPerBlock = threads_of_block;
  std::fill_n(result.maxThreadsDim, 3, threads_of_block);
  result.maxGridSize[0] = get(hipDeviceAttributeMaxGridDimX);
  result.maxGridSize[1] = get(hipDeviceAttributeMaxGridDimY);
  result.maxGridSize[2] = get(hipDeviceAttributeMaxGridDimZ);
  result.clockRate = device.clock_khz;
  result.totalConstMem = INT_MAX;
  result.major = device.major;
  result.minor = device.minor;
  result.multiProcessorCount = device.multiprocessors;
  result.l2CacheSize = device.l2_bytes;
  result.maxThreadsPerMultiProcessor = resident_threads(device);
  result.concurrentKernels = 1;
  result.canMapHostMemory = 1;
  result.cooperativeLaunch = 1;
  result.memPitch = INT_MAX;
  result.managedMemory = 1;
  result.concurrentManagedAccess = 1;
  return result;
}

/// Which device may access the memory of which. The emulator does not enforce it.
class PeerAccess {
 public:
  bool enable(int device, int peer) {
    const std::scoped_lock lock(mutex_);
    return enabled_.emplace(device, peer).second;
  }
  bool disable(int device, int peer) {
    const std::scoped_lock lock(mutex_);
    return enabled_.erase({device, peer}) == 1;
  }

 private:
  std::mutex mutex_{};
  std::set<std::pair<int, int>> enabled_{};
};

PeerAccess& peer_access() {
  static PeerAccess& access = *new PeerAccess;
  return access;
}

}  // namespace
}  // namespace amd_emulator

using namespace amd_emulator;

/// For programs that choose a processor: "gfx906, gfx90a".
extern "C" __attribute__((visibility("default"))) const char* duet_amd_emulator_processors() {
  static const std::string names = emulated_processors();
  return names.c_str();
}

hipError_t hipInit(unsigned int flags) {
  return entry([&] {
    if (flags != 0) return hipErrorInvalidValue;
    return devices().empty() ? hipErrorNoDevice : hipSuccess;
  });
}

/// As HIP 6.2 behaves, with the major version of the headers.
hipError_t hipDriverGetVersion(int* version) {
  return entry([&] {
    if (version == nullptr) return hipErrorInvalidValue;
    *version = HIP_VERSION_MAJOR * 10'000'000 + 99 * 100'000;
    return hipSuccess;
  });
}

hipError_t hipRuntimeGetVersion(int* version) { return hipDriverGetVersion(version); }

hipError_t hipGetDeviceCount(int* count) {
  return entry([&] {
    if (count == nullptr) return hipErrorInvalidValue;
    *count = static_cast<int>(devices().size());
    return *count == 0 ? hipErrorNoDevice : hipSuccess;
  });
}

hipError_t hipDeviceGet(hipDevice_t* device, int ordinal) {
  return entry([&] {
    if (device == nullptr || !is_device(ordinal)) return hipErrorInvalidDevice;
    *device = ordinal;
    return hipSuccess;
  });
}

hipError_t hipSetDevice(int ordinal) {
  return entry([&] {
    if (!is_device(ordinal)) return hipErrorInvalidDevice;
    cpu::set_current_device(ordinal);
    return hipSuccess;
  });
}

hipError_t hipGetDevice(int* ordinal) {
  return entry([&] {
    if (ordinal == nullptr) return hipErrorInvalidValue;
    *ordinal = cpu::current_device();
    return hipSuccess;
  });
}

hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t which, int ordinal) {
  return entry([&] {
    if (value == nullptr) return hipErrorInvalidValue;
    if (!is_device(ordinal)) return hipErrorInvalidDevice;
    return attribute(*value, which, devices()[static_cast<std::size_t>(ordinal)]);
  });
}

hipError_t hipGetDeviceProperties(hipDeviceProp_t* result, int ordinal) {
  return entry([&] {
    if (result == nullptr) return hipErrorInvalidValue;
    if (!is_device(ordinal)) return hipErrorInvalidDevice;
    *result = properties(devices()[static_cast<std::size_t>(ordinal)]);
    return hipSuccess;
  });
}

hipError_t hipDeviceGetName(char* name, int length, hipDevice_t ordinal) {
  return entry([&] {
    if (name == nullptr || length <= 0) return hipErrorInvalidValue;
    if (!is_device(ordinal)) return hipErrorInvalidDevice;
    std::snprintf(name, static_cast<std::size_t>(length), "%s",
                  name_of(devices()[static_cast<std::size_t>(ordinal)]).c_str());
    return hipSuccess;
  });
}

hipError_t hipDeviceTotalMem(std::size_t* bytes, hipDevice_t ordinal) {
  return entry([&] {
    if (bytes == nullptr) return cpu::Status::invalid_value;
    if (!is_device(ordinal)) return cpu::Status::invalid_device;
    return cpu::device_total_memory(bytes, ordinal);
  });
}

hipError_t hipMemGetInfo(std::size_t* free, std::size_t* total) {
  return entry([&] {
    if (free == nullptr || total == nullptr) return cpu::Status::invalid_value;
    *free = static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) *
            static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return cpu::device_total_memory(total, 0);
  });
}

hipError_t hipDeviceGetPCIBusId(char* id, int length, int ordinal) {
  return entry([&] {
    if (id == nullptr || length <= 0) return hipErrorInvalidValue;
    if (!is_device(ordinal)) return hipErrorInvalidDevice;
    std::snprintf(id, static_cast<std::size_t>(length), "0000:%02x:00.0", ordinal + 1);
    return hipSuccess;
  });
}

hipError_t hipDeviceSynchronize() {
  return entry([] {
    if (invalidate_open_captures()) return hipErrorStreamCaptureUnsupported;
    return remember(cpu::device_synchronize());
  });
}

hipError_t hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return entry([&] { return cpu::stream_priority_range(least, greatest); });
}

hipError_t hipDeviceCanAccessPeer(int* can, int from, int to) {
  return entry([&] {
    if (can == nullptr) return hipErrorInvalidValue;
    if (!is_device(from) || !is_device(to)) return hipErrorInvalidDevice;
    *can = from != to ? 1 : 0;
    return hipSuccess;
  });
}

hipError_t hipDeviceEnablePeerAccess(int peer, unsigned int flags) {
  return entry([&] {
    if (flags != 0) return hipErrorInvalidValue;
    if (!is_device(peer) || peer == cpu::current_device()) return hipErrorInvalidDevice;
    return peer_access().enable(cpu::current_device(), peer) ? hipSuccess
                                                             : hipErrorPeerAccessAlreadyEnabled;
  });
}

hipError_t hipDeviceDisablePeerAccess(int peer) {
  return entry([&] {
    if (!is_device(peer)) return hipErrorInvalidDevice;
    return peer_access().disable(cpu::current_device(), peer) ? hipSuccess
                                                              : hipErrorPeerAccessNotEnabled;
  });
}
