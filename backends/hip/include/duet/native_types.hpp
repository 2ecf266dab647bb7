#pragma once

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#include <hip/hip_runtime_api.h>

namespace duet {

/// The native handle of a stream: hipStream_t on HIP.
using NativeStream = hipStream_t;
/// The native handle of an event: hipEvent_t on HIP.
using NativeEvent = hipEvent_t;
/// The native handle of a module: hipModule_t on HIP.
using NativeModule = hipModule_t;
/// The native handle of a kernel: hipFunction_t on HIP.
using NativeFunction = hipFunction_t;
/// The native context of a device: the ordinal that hipSetDevice takes on HIP.
using NativeContext = int;
/// The native handle of a graph: hipGraph_t on HIP.
using NativeGraph = hipGraph_t;
/// The native handle of a graph's node: hipGraphNode_t on HIP.
using NativeGraphNode = hipGraphNode_t;
/// The native handle of an executable graph: hipGraphExec_t on HIP.
using NativeGraphExec = hipGraphExec_t;

}  // namespace duet
