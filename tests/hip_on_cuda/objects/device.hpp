#pragma once

#include <cuda.h>

#include <string>
#include <vector>

#include "base/hip_api.hpp"

namespace hip_on_cuda {

/// Properties that this library reports for its devices, besides device_target() of target.hpp.
inline constexpr int wave_size = 32;
inline constexpr int shared_bytes_per_block = 64 * 1024;
inline constexpr int max_threads_per_block = 1024;

struct Device {
  int ordinal;
  CUdevice handle;
  CUcontext context;  ///< the primary context, retained until the process ends

  int attribute(CUdevice_attribute which) const;
  std::string name() const;  ///< "gfx1030 on NVIDIA H200"
};

/// The devices that are reported. HIP_ON_CUDA_DEVICES sets their number. If that is more than CUDA
/// has, several share one GPU, so that code for several devices runs on a machine with one.
const std::vector<Device>& devices();

/// @throws Failure (hipErrorInvalidDevice) if no device has this ordinal
const Device& device_at(int ordinal);

/// The calling thread's current device.
const Device& current_device();

/// @throws Failure (hipErrorInvalidDevice) if no device has this ordinal
void set_current_device(int ordinal);

/// Makes the device's context current on this thread. Every entry point does this for its device,
/// because HIP has no contexts and its callers may use CUDA in between.
void activate(const Device& device);

/// The architecture of the first device, such as "sm_90"; empty without a device.
std::string first_architecture();

}  // namespace hip_on_cuda
