#pragma once

// The names of contract/vendor_names.def for the CUDA driver API and NVRTC.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <cuda.h>
#include <nvrtc.h>

#define DUET_PICK(neutral, cuda, ...) cuda  // the first column

namespace duet::vendor {

inline constexpr const char* backend_name = "CUDA";
inline constexpr bool is_linked = false;

using Status = CUresult;
using DeviceHandle = CUdevice;
using ContextHandle = CUcontext;
using StreamHandle = CUstream;
using EventHandle = CUevent;
using ModuleHandle = CUmodule;
using FunctionHandle = CUfunction;
using GraphHandle = CUgraph;
using GraphNodeHandle = CUgraphNode;
using GraphExecHandle = CUgraphExec;
using CaptureMode = CUstreamCaptureMode;
using CaptureStatus = CUstreamCaptureStatus;
using GraphNodeType = CUgraphNodeType;
using KernelNodeParameters = CUDA_KERNEL_NODE_PARAMS;
using HostNodeParameters = CUDA_HOST_NODE_PARAMS;
using Address = CUdeviceptr;
using Limit = CUlimit;
using DeviceAttribute = CUdevice_attribute;
using FunctionAttribute = CUfunction_attribute;
using JitOption = CUjit_option;
using PhysicalMemory = CUmemGenericAllocationHandle;
using PhysicalProperties = CUmemAllocationProp;
using MemoryAccess = CUmemAccessDesc;
using IpcMemoryHandle = CUipcMemHandle;
using IpcEventHandle = CUipcEventHandle;
using BoxCopy = CUDA_MEMCPY3D;
using Fill32 = unsigned int;
using CompilerStatus = nvrtcResult;
using ProgramHandle = nvrtcProgram;

inline constexpr Status success = CUDA_SUCCESS;
inline constexpr Status not_ready = CUDA_ERROR_NOT_READY;
inline constexpr CompilerStatus compiler_success = NVRTC_SUCCESS;

inline constexpr std::uint64_t max_threads_per_grid_dimension = UINT64_MAX;  // no limit

inline constexpr const char* cooperative_launch_since = "CUDA 9.0";

// The CUDA driver API on cuGraphExec…SetParams: "Already enqueued or running launches of hGraphExec
// are not affected by this call".
inline constexpr bool updates_running_graphs = true;
inline constexpr bool captures_graph_launches = true;
inline constexpr bool graphs_find_their_device = true;
inline constexpr std::size_t most_graph_updates = SIZE_MAX;
inline constexpr bool graphs_take_special_launches = true;
inline constexpr bool graphs_by_default = true;

inline constexpr bool takes_macros_as_flags = false;
inline constexpr bool keeps_file_names = true;
inline constexpr bool keeps_headers_in_files = false;
inline constexpr bool compiles_ptx = true;
inline constexpr bool expands_macros_in_names = true;
inline constexpr bool has_plain_coordinates = true;
inline constexpr std::string_view both_sides_pragma{};
inline constexpr std::string_view all_errors_flag = "";
inline constexpr bool writes_to_standard_error = false;
inline constexpr bool searches_system_folders = false;
inline constexpr bool compiles_in_helpers = false;
inline constexpr bool repairs_in_helpers = true;

inline constexpr unsigned stream_blocking = CU_STREAM_DEFAULT;
inline constexpr unsigned stream_non_blocking = CU_STREAM_NON_BLOCKING;
inline constexpr unsigned event_timing = CU_EVENT_DEFAULT;
inline constexpr unsigned event_no_timing = CU_EVENT_DISABLE_TIMING;
inline constexpr unsigned event_blocking = CU_EVENT_BLOCKING_SYNC;
inline constexpr unsigned event_interprocess = CU_EVENT_INTERPROCESS;
inline constexpr unsigned ipc_open_flags = CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS;
inline constexpr CaptureStatus not_capturing = CU_STREAM_CAPTURE_STATUS_NONE;
inline constexpr CaptureMode capture_thread_local = CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
inline constexpr CaptureMode capture_relaxed = CU_STREAM_CAPTURE_MODE_RELAXED;
inline constexpr unsigned stream_value_flags = CU_MEMHOSTALLOC_PORTABLE;
inline constexpr unsigned pinned_portable = CU_MEMHOSTALLOC_PORTABLE;
inline constexpr unsigned register_portable = CU_MEMHOSTREGISTER_PORTABLE;
inline constexpr unsigned managed_global = CU_MEM_ATTACH_GLOBAL;

struct device_attribute {
  static constexpr auto wave_size = CU_DEVICE_ATTRIBUTE_WARP_SIZE;
  static constexpr auto multiprocessors = CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
  static constexpr auto clock_khz = CU_DEVICE_ATTRIBUTE_CLOCK_RATE;
  static constexpr auto l2_bytes = CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE;
  static constexpr auto shared_per_block = CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK;
  static constexpr auto max_shared_per_block =
      CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
  static constexpr auto registers_per_block = CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK;
  static constexpr auto max_threads_per_block = CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
  static constexpr auto max_threads_per_multiprocessor =
      CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR;
  static constexpr auto max_block_x = CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X;
  static constexpr auto max_block_y = CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y;
  static constexpr auto max_block_z = CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z;
  static constexpr auto max_grid_x = CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X;
  static constexpr auto max_grid_y = CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y;
  static constexpr auto max_grid_z = CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z;
  static constexpr auto managed_memory = CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY;
  static constexpr auto concurrent_managed_access = CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS;
  static constexpr auto memory_pools = CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED;
  static constexpr auto cooperative_launch = CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH;
  static constexpr auto integrated = CU_DEVICE_ATTRIBUTE_INTEGRATED;
  static constexpr auto pageable_memory_access = CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS;
};

struct DeviceLimits {
  static constexpr auto stack = CU_LIMIT_STACK_SIZE;
  static constexpr auto print = CU_LIMIT_PRINTF_FIFO_SIZE;
  static constexpr auto heap = CU_LIMIT_MALLOC_HEAP_SIZE;
  static constexpr auto persisting_l2 = CU_LIMIT_PERSISTING_L2_CACHE_SIZE;
};

struct function_attribute {
  static constexpr auto registers = CU_FUNC_ATTRIBUTE_NUM_REGS;
  static constexpr auto shared_bytes = CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES;
  static constexpr auto local_bytes = CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES;
  static constexpr auto constant_bytes = CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES;
  static constexpr auto max_threads = CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
};

struct jit_option {
  static constexpr auto info_log = CU_JIT_INFO_LOG_BUFFER;
  static constexpr auto info_log_bytes = CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES;
  static constexpr auto error_log = CU_JIT_ERROR_LOG_BUFFER;
  static constexpr auto error_log_bytes = CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES;
  static constexpr auto optimization = CU_JIT_OPTIMIZATION_LEVEL;
  static constexpr auto max_registers = CU_JIT_MAX_REGISTERS;
  static constexpr auto line_info = CU_JIT_GENERATE_LINE_INFO;
  static constexpr auto verbose = CU_JIT_LOG_VERBOSE;
};

inline Address to_address(const void* pointer) noexcept {
  return reinterpret_cast<Address>(pointer);
}
inline void* to_pointer(Address address) noexcept { return reinterpret_cast<void*>(address); }

}  // namespace duet::vendor
