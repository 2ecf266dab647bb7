#pragma once

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#include <hip/hip_runtime_api.h>

namespace duet {

/// The native handle of a stream on HIP.
using NativeStream = hipStream_t;
/// The native handle of an event on HIP.
using NativeEvent = hipEvent_t;
/// The native handle of a module on HIP.
using NativeModule = hipModule_t;
/// The native handle of a kernel on HIP.
using NativeFunction = hipFunction_t;
/// The native context of a device on HIP: the ordinal that hipSetDevice takes.
using NativeContext = int;

}  // namespace duet
