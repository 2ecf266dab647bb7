#pragma once

#include <cuda.h>

namespace duet {

using NativeStream = CUstream;
using NativeEvent = CUevent;
using NativeModule = CUmodule;
using NativeFunction = CUfunction;
using NativeContext = CUcontext;

}  // namespace duet
