#pragma once

#include <cuda.h>

namespace duet {

/// The native handle of a stream: CUstream on CUDA.
using NativeStream = CUstream;
/// The native handle of an event: CUevent on CUDA.
using NativeEvent = CUevent;
/// The native handle of a module: CUmodule on CUDA.
using NativeModule = CUmodule;
/// The native handle of a kernel: CUfunction on CUDA.
using NativeFunction = CUfunction;
/// The native context of a device: CUcontext on CUDA.
using NativeContext = CUcontext;
/// The native handle of a graph: CUgraph on CUDA.
using NativeGraph = CUgraph;
/// The native handle of a graph's node: CUgraphNode on CUDA.
using NativeGraphNode = CUgraphNode;
/// The native handle of an executable graph: CUgraphExec on CUDA.
using NativeGraphExec = CUgraphExec;

}  // namespace duet
