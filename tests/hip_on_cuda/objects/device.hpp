#pragma once

#include <cuda.h>

#include <string>
#include <vector>

#include "base/hip_api.hpp"

namespace hip_on_cuda {

/// What this library says its devices are, besides device_target() of target.hpp.
inline constexpr int wave_size = 32;
inline constexpr int shared_bytes_per_block = 64 * 1024;
inline constexpr int max_threads_per_block = 1024;

struct Device {
  int ordinal;
  CUdevice handle;
  CUcontext context;  ///< the primary one, kept until the process ends

  int attribute(CUdevice_attribute which) const;
  std::string name() const;  ///< "gfx1030 on NVIDIA H200"
};

/// After `initialise`. There may be more than CUDA has: HIP_ON_CUDA_DEVICES counts around, so that
/// code for several devices runs on a machine with one.
const std::vector<Device>& devices();

/// @throws Failure (hipErrorInvalidDevice) for an ordinal that there is not
const Device& device_at(int ordinal);

/// The calling thread's.
const Device& current_device();

/// Makes the device's context current on this thread. Every call does this for the device it is
/// about, since HIP has no such thing and its callers may use CUDA in between.
void activate(const Device& device);

/// "sm_90" of the first device; empty without one.
std::string first_machine();

}  // namespace hip_on_cuda
