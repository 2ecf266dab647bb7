#pragma once

// What every kernel may count on, whoever compiles it: fixed integers, the barriers of blocks
// and grids, waves, atomics. Kernels are written in the spelling that NVRTC, hiprtc and the
// CPU backend share without a header: __global__, __device__, __shared__, threadIdx, blockIdx,
// blockDim, gridDim.

#include <duet/device/array.hpp>
#include <duet/device/atomic.hpp>
#include <duet/device/grid.hpp>
#include <duet/device/integers.hpp>
#include <duet/device/thread.hpp>
#include <duet/device/wave.hpp>
