#pragma once

#include <duet/device/vendor/select.hpp>
#include DUET_VENDOR_HEADER(dependent_launch)

// For launches with LaunchShape::programmatic (duet/shape.hpp), whose kernels begin before the one
// before them has ended. No effect on other launches and on targets without them (all but NVIDIA
// from sm_90 on).
//
//     __global__ void next(const float* x, float* y) {
//       float scale = …;                  // what needs no result of the kernel before
//       duet::wait_for_dependencies();
//       y[threadIdx.x] = scale * x[threadIdx.x];
//     }

namespace duet {

/// Lets the next kernel of the stream or graph begin once every block of this one has called this
/// or ended, if that kernel was launched as programmatic. What this kernel writes is visible to the
/// next one after `wait_for_dependencies`, also if it is written after this call.
__device__ inline void launch_dependents() { vendor::launch_dependents(); }

/// Waits until the kernels that this one follows have ended and what they wrote is visible. A
/// kernel that is launched as programmatic calls this in each thread that uses their memory, and in
/// one thread of the grid at least.
__device__ inline void wait_for_dependencies() { vendor::wait_for_dependencies(); }

}  // namespace duet
