#pragma once

/// @file
/// The basics of every kernel: fixed-width integers, arrays, the barriers of blocks and grids,
/// waves, atomics. Kernels use the names that NVRTC, hiprtc and the CPU backend provide without a
/// header:
/// `__global__`, `__device__`, `__shared__`, threadIdx, blockIdx, blockDim, gridDim.

#include <duet/device/array.hpp>
#include <duet/device/atomic.hpp>
#include <duet/device/grid.hpp>
#include <duet/device/integers.hpp>
#include <duet/device/thread.hpp>
#include <duet/device/wave.hpp>
