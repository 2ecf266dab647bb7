#pragma once

#include <new>

#include "cpu/base/driver_calls.hpp"
#include "hip_on_cuda/base/hip_api.hpp"

// What the entry points share. Streams, events, memory and graphs are those of the CPU backend: a
// HIP handle is the address of its object.

namespace amd_emulator {

namespace cpu = duet::cpu;

inline cpu::Stream* to_cpu(hipStream_t handle) { return reinterpret_cast<cpu::Stream*>(handle); }
inline cpu::Event* to_cpu(hipEvent_t handle) { return reinterpret_cast<cpu::Event*>(handle); }
inline cpu::Graph* to_cpu(hipGraph_t handle) { return reinterpret_cast<cpu::Graph*>(handle); }
inline cpu::GraphNode* to_cpu(hipGraphNode_t handle) {
  return reinterpret_cast<cpu::GraphNode*>(handle);
}
inline cpu::GraphExec* to_cpu(hipGraphExec_t handle) {
  return reinterpret_cast<cpu::GraphExec*>(handle);
}
inline cpu::Module* to_cpu(hipModule_t handle) { return reinterpret_cast<cpu::Module*>(handle); }
inline const cpu::Function* to_cpu(hipFunction_t handle) {
  return reinterpret_cast<const cpu::Function*>(handle);
}

inline cpu::Stream** to_cpu(hipStream_t* result) { return reinterpret_cast<cpu::Stream**>(result); }
inline cpu::Event** to_cpu(hipEvent_t* result) { return reinterpret_cast<cpu::Event**>(result); }
inline cpu::Graph** to_cpu(hipGraph_t* result) { return reinterpret_cast<cpu::Graph**>(result); }
inline cpu::GraphNode** to_cpu(hipGraphNode_t* result) {
  return reinterpret_cast<cpu::GraphNode**>(result);
}
inline cpu::GraphNode* const* to_cpu(const hipGraphNode_t* list) {
  return reinterpret_cast<cpu::GraphNode* const*>(list);
}
inline cpu::GraphExec** to_cpu(hipGraphExec_t* result) {
  return reinterpret_cast<cpu::GraphExec**>(result);
}

/// HIP's status for a status of the CPU backend. A fault of a kernel has its own.
hipError_t to_hip(cpu::Status status) noexcept;

/// Stores an error for this thread's hipGetLastError. Returns `status`.
hipError_t remember(hipError_t status) noexcept;
hipError_t remember(cpu::Status status) noexcept;

/// Runs the body of an entry point, which returns a status of HIP or of the CPU backend.
template <typename Body>
hipError_t entry(const Body& body) noexcept {
  try {
    return remember(body());
  } catch (const std::bad_alloc&) {
    return remember(hipErrorOutOfMemory);
  } catch (...) {
    return remember(hipErrorUnknown);
  }
}

}  // namespace amd_emulator
