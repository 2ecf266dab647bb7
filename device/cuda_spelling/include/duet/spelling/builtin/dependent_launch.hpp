#pragma once

// Programmatic dependent launch: kernels that begin before the one before them has ended.

#include <duet/device/dependent_launch.hpp>

__device__ inline void cudaGridDependencySynchronize() { duet::wait_for_dependencies(); }
__device__ inline void cudaTriggerProgrammaticLaunchCompletion() { duet::launch_dependents(); }
