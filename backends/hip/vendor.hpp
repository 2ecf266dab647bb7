#pragma once

// The names of contract/vendor_names.def for the HIP runtime and hiprtc.

#include <cstddef>
#include <cstdint>
#include <string_view>

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>
#pragma GCC diagnostic pop

// Declared here because headers before HIP 5.5 lack it; a newer header must declare the same.
// hipLaunchCooperativeKernel is no substitute: it takes only kernels that are linked into the
// program.
extern "C" hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned int grid_x,
                                                       unsigned int grid_y, unsigned int grid_z,
                                                       unsigned int block_x, unsigned int block_y,
                                                       unsigned int block_z,
                                                       unsigned int shared_bytes,
                                                       hipStream_t stream, void** parameters);

// Headers before HIP 5.3 lack it, too.
extern "C" hipError_t hipDeviceSetLimit(enum hipLimit_t limit, size_t bytes);

#define DUET_PICK(neutral, first, hip, ...) hip  // the second column

namespace duet::vendor {

inline constexpr const char* backend_name = "HIP";
inline constexpr bool is_linked = false;

using Status = hipError_t;
using DeviceHandle = hipDevice_t;
using ContextHandle = int;  // the HIP runtime's current device stands for its context
using StreamHandle = hipStream_t;
using EventHandle = hipEvent_t;
using ModuleHandle = hipModule_t;
using FunctionHandle = hipFunction_t;
using GraphHandle = hipGraph_t;
using GraphNodeHandle = hipGraphNode_t;
using GraphExecHandle = hipGraphExec_t;
using CaptureMode = hipStreamCaptureMode;
using CaptureStatus = hipStreamCaptureStatus;
using GraphNodeType = hipGraphNodeType;
using KernelNodeParameters = hipKernelNodeParams;
using HostNodeParameters = hipHostNodeParams;
using Address = void*;
using Limit = hipLimit_t;
using DeviceAttribute = hipDeviceAttribute_t;
using FunctionAttribute = hipFunction_attribute;
using JitOption = hipJitOption;
using PhysicalMemory = hipMemGenericAllocationHandle_t;
using PhysicalProperties = hipMemAllocationProp;
using MemoryAccess = hipMemAccessDesc;
using IpcMemoryHandle = hipIpcMemHandle_t;
using IpcEventHandle = hipIpcEventHandle_t;
using BoxCopy = hipMemcpy3DParms;
using Fill32 = int;
using CompilerStatus = hiprtcResult;
using ProgramHandle = hiprtcProgram;

inline constexpr Status success = hipSuccess;
inline constexpr Status not_ready = hipErrorNotReady;
inline constexpr CompilerStatus compiler_success = HIPRTC_SUCCESS;

// HSA's kernel dispatch packet has the grid's size in threads, in 32 bits.
inline constexpr std::uint64_t max_threads_per_grid_dimension = UINT32_MAX;

inline constexpr const char* cooperative_launch_since = "HIP 5.5";

// HIP's documentation does not say whether updates affect running graphs. Each update takes memory
// that is freed with the executable (ROCm/rocm-systems issue 10713). Graphs are off by default
// because they have not been measured on an AMD GPU.
inline constexpr bool updates_running_graphs = false;
inline constexpr bool captures_graph_launches = false;
inline constexpr bool graphs_find_their_device = false;
inline constexpr std::size_t most_graph_updates = 65536;
inline constexpr bool graphs_take_special_launches = false;
inline constexpr bool graphs_by_default = false;

inline constexpr bool takes_macros_as_flags = false;
inline constexpr bool keeps_file_names = false;
inline constexpr bool keeps_headers_in_files = true;
inline constexpr bool compiles_ptx = false;
inline constexpr bool expands_macros_in_names = false;
inline constexpr bool has_plain_coordinates = false;
inline constexpr std::string_view both_sides_pragma = "#pragma clang force_cuda_host_device";
inline constexpr std::string_view all_errors_flag = "-ferror-limit=0";
inline constexpr bool writes_to_standard_error = true;
inline constexpr bool searches_system_folders = true;
inline constexpr bool compiles_in_helpers = true;
inline constexpr bool repairs_in_helpers = false;

inline constexpr unsigned stream_blocking = hipStreamDefault;
inline constexpr unsigned stream_non_blocking = hipStreamNonBlocking;
inline constexpr unsigned event_timing = hipEventDefault;
inline constexpr unsigned event_no_timing = hipEventDisableTiming;
inline constexpr unsigned event_blocking = hipEventBlockingSync;
inline constexpr unsigned event_interprocess = hipEventInterprocess;
inline constexpr unsigned ipc_open_flags = hipIpcMemLazyEnablePeerAccess;
inline constexpr CaptureStatus not_capturing = hipStreamCaptureStatusNone;
inline constexpr CaptureMode capture_thread_local = hipStreamCaptureModeThreadLocal;
inline constexpr CaptureMode capture_relaxed = hipStreamCaptureModeRelaxed;
inline constexpr unsigned stream_value_flags = hipMallocSignalMemory;
inline constexpr unsigned pinned_portable = hipHostMallocPortable;
inline constexpr unsigned register_portable = hipHostRegisterPortable;
inline constexpr unsigned managed_global = hipMemAttachGlobal;

struct device_attribute {
  static constexpr auto wave_size = hipDeviceAttributeWarpSize;
  static constexpr auto multiprocessors = hipDeviceAttributeMultiprocessorCount;
  static constexpr auto clock_khz = hipDeviceAttributeClockRate;
  static constexpr auto l2_bytes = hipDeviceAttributeL2CacheSize;
  static constexpr auto shared_per_block = hipDeviceAttributeMaxSharedMemoryPerBlock;
  static constexpr auto max_shared_per_block = hipDeviceAttributeMaxSharedMemoryPerBlock;
  static constexpr auto registers_per_block = hipDeviceAttributeMaxRegistersPerBlock;
  static constexpr auto max_threads_per_block = hipDeviceAttributeMaxThreadsPerBlock;
  static constexpr auto max_threads_per_multiprocessor =
      hipDeviceAttributeMaxThreadsPerMultiProcessor;
  static constexpr auto max_block_x = hipDeviceAttributeMaxBlockDimX;
  static constexpr auto max_block_y = hipDeviceAttributeMaxBlockDimY;
  static constexpr auto max_block_z = hipDeviceAttributeMaxBlockDimZ;
  static constexpr auto max_grid_x = hipDeviceAttributeMaxGridDimX;
  static constexpr auto max_grid_y = hipDeviceAttributeMaxGridDimY;
  static constexpr auto max_grid_z = hipDeviceAttributeMaxGridDimZ;
  static constexpr auto managed_memory = hipDeviceAttributeManagedMemory;
  static constexpr auto concurrent_managed_access = hipDeviceAttributeConcurrentManagedAccess;
  static constexpr auto memory_pools = hipDeviceAttributeMemoryPoolsSupported;
  static constexpr auto cooperative_launch = hipDeviceAttributeCooperativeLaunch;
  static constexpr auto integrated = hipDeviceAttributeIntegrated;
  static constexpr auto pageable_memory_access = hipDeviceAttributePageableMemoryAccess;
};

struct DeviceLimits {
  static constexpr auto stack = static_cast<hipLimit_t>(0);  // headers before HIP 5.3 lack the name
  static constexpr auto print = hipLimitPrintfFifoSize;
  static constexpr auto heap = hipLimitMallocHeapSize;
  static constexpr auto persisting_l2 = static_cast<hipLimit_t>(3);  // HIP has none
};

struct function_attribute {
  static constexpr auto registers = HIP_FUNC_ATTRIBUTE_NUM_REGS;
  static constexpr auto shared_bytes = HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES;
  static constexpr auto local_bytes = HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES;
  static constexpr auto constant_bytes = HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES;
  static constexpr auto max_threads = HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
};

struct jit_option {
  static constexpr auto info_log = hipJitOptionInfoLogBuffer;
  static constexpr auto info_log_bytes = hipJitOptionInfoLogBufferSizeBytes;
  static constexpr auto error_log = hipJitOptionErrorLogBuffer;
  static constexpr auto error_log_bytes = hipJitOptionErrorLogBufferSizeBytes;
  static constexpr auto optimization = hipJitOptionOptimizationLevel;
  static constexpr auto max_registers = hipJitOptionMaxRegisters;
  static constexpr auto line_info = hipJitOptionGenerateLineInfo;
  static constexpr auto verbose = hipJitOptionLogVerbose;
};

inline Address to_address(const void* pointer) noexcept { return const_cast<void*>(pointer); }
inline void* to_pointer(Address address) noexcept { return address; }

}  // namespace duet::vendor
