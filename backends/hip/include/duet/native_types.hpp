#pragma once

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#include <hip/hip_runtime_api.h>

namespace duet {

using NativeStream = hipStream_t;
using NativeEvent = hipEvent_t;
using NativeModule = hipModule_t;
using NativeFunction = hipFunction_t;
using NativeContext = int;  ///< the ordinal that hipSetDevice takes

}  // namespace duet
