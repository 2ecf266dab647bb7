#pragma once

#pragma GCC visibility push(default)
#include <cuda.h>
#pragma GCC visibility pop

#include <new>

#include "cpu/base/driver_calls.hpp"

// What the entry points share. Streams, events, memory and graphs are those of the CPU backend: a
// CUDA handle is the address of its object.

namespace stub_driver {

namespace cpu = duet::cpu;

/// The CPU backend's object behind a handle, or its place for one.
inline cpu::Stream* to_cpu(CUstream handle) { return reinterpret_cast<cpu::Stream*>(handle); }
inline cpu::Event* to_cpu(CUevent handle) { return reinterpret_cast<cpu::Event*>(handle); }
inline cpu::Graph* to_cpu(CUgraph handle) { return reinterpret_cast<cpu::Graph*>(handle); }
inline cpu::GraphNode* to_cpu(CUgraphNode handle) {
  return reinterpret_cast<cpu::GraphNode*>(handle);
}
inline cpu::GraphExec* to_cpu(CUgraphExec handle) {
  return reinterpret_cast<cpu::GraphExec*>(handle);
}
inline cpu::Module* to_cpu(CUmodule handle) { return reinterpret_cast<cpu::Module*>(handle); }
inline const cpu::Function* to_cpu(CUfunction handle) {
  return reinterpret_cast<const cpu::Function*>(handle);
}
inline cpu::Stream** to_cpu(CUstream* result) { return reinterpret_cast<cpu::Stream**>(result); }
inline cpu::Event** to_cpu(CUevent* result) { return reinterpret_cast<cpu::Event**>(result); }
inline cpu::Graph** to_cpu(CUgraph* result) { return reinterpret_cast<cpu::Graph**>(result); }
inline cpu::GraphNode** to_cpu(CUgraphNode* result) {
  return reinterpret_cast<cpu::GraphNode**>(result);
}
inline cpu::GraphNode* const* to_cpu(const CUgraphNode* list) {
  return reinterpret_cast<cpu::GraphNode* const*>(list);
}
inline cpu::GraphExec** to_cpu(CUgraphExec* result) {
  return reinterpret_cast<cpu::GraphExec**>(result);
}
inline void* to_cpu(CUdeviceptr address) { return reinterpret_cast<void*>(address); }
inline void** to_cpu(CUdeviceptr* result) { return reinterpret_cast<void**>(result); }

/// CUDA's status for a status of the CPU backend.
CUresult to_cuda(cpu::Status status) noexcept;
inline CUresult to_cuda(CUresult status) noexcept { return status; }

bool is_device(int ordinal) noexcept;

/// Runs the body of an entry point, which returns a status of CUDA or of the CPU backend.
template <typename Body>
CUresult entry(const Body& body) noexcept {
  try {
    return to_cuda(body());
  } catch (const std::bad_alloc&) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return CUDA_ERROR_UNKNOWN;
  }
}

}  // namespace stub_driver
