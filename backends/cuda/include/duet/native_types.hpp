#pragma once

#include <cuda.h>

namespace duet {

/// The native handle of a stream on CUDA.
using NativeStream = CUstream;
/// The native handle of an event on CUDA.
using NativeEvent = CUevent;
/// The native handle of a module on CUDA.
using NativeModule = CUmodule;
/// The native handle of a kernel on CUDA.
using NativeFunction = CUfunction;
/// The native context of a device on CUDA.
using NativeContext = CUcontext;

}  // namespace duet
