#pragma once

// The names of contract/vendor_names.def for the CPU backend, whose driver and compiler are parts
// of duet.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cpu/base/compiler_calls.hpp"
#include "cpu/base/driver_calls.hpp"

#define DUET_PICK(neutral, ...) ::duet::cpu::neutral

namespace duet::vendor {

inline constexpr const char* backend_name = "CPU";
inline constexpr bool is_linked = true;

using Status = cpu::Status;
using DeviceHandle = int;
using ContextHandle = int;
using StreamHandle = cpu::Stream*;
using EventHandle = cpu::Event*;
using ModuleHandle = cpu::Module*;
using FunctionHandle = const cpu::Function*;
using GraphHandle = cpu::Graph*;
using GraphNodeHandle = cpu::GraphNode*;
using GraphExecHandle = cpu::GraphExec*;
using CaptureMode = cpu::CaptureMode;
using CaptureStatus = cpu::CaptureStatus;
using GraphNodeType = cpu::GraphNodeType;
using KernelNodeParameters = cpu::KernelNodeParameters;
using HostNodeParameters = cpu::HostNodeParameters;
using Address = void*;
using Limit = cpu::Limit;
using DeviceAttribute = cpu::DeviceAttribute;
using FunctionAttribute = cpu::FunctionAttribute;
using JitOption = cpu::JitOption;
using PhysicalMemory = cpu::PhysicalMemory*;
using PhysicalProperties = cpu::PhysicalProperties;
using MemoryAccess = cpu::MemoryAccess;
using IpcMemoryHandle = cpu::IpcHandle;
using IpcEventHandle = cpu::IpcHandle;
using BoxCopy = cpu::BoxCopy;
using Fill32 = unsigned int;
using CompilerStatus = cpu::CompilerStatus;
using ProgramHandle = cpu::Program*;

inline constexpr Status success = cpu::Status::success;
inline constexpr Status not_ready = cpu::Status::not_ready;
inline constexpr CompilerStatus compiler_success = cpu::CompilerStatus::success;

inline constexpr std::uint64_t max_threads_per_grid_dimension = UINT64_MAX;  // no limit

inline constexpr const char* cooperative_launch_since = "the beginning";

inline constexpr bool updates_running_graphs = true;
inline constexpr bool captures_graph_launches = true;
inline constexpr bool graphs_find_their_device = true;
inline constexpr std::size_t most_graph_updates = SIZE_MAX;
inline constexpr bool graphs_take_special_launches = false;
inline constexpr bool graphs_by_default = false;

inline constexpr bool takes_macros_as_flags = true;
inline constexpr bool keeps_file_names = true;
inline constexpr bool keeps_headers_in_files = true;
inline constexpr bool compiles_ptx = false;
inline constexpr bool expands_macros_in_names = true;
inline constexpr bool has_plain_coordinates = true;
inline constexpr std::string_view both_sides_pragma{};
inline constexpr std::string_view all_errors_flag = "-ferror-limit=0";
inline constexpr bool writes_to_standard_error = false;
inline constexpr bool searches_system_folders = true;
inline constexpr bool compiles_in_helpers = false;
inline constexpr bool repairs_in_helpers = false;

inline constexpr unsigned stream_blocking = 0;
inline constexpr unsigned stream_non_blocking = 1;
inline constexpr unsigned event_timing = 0;
inline constexpr unsigned event_no_timing = 1;
inline constexpr unsigned event_blocking = 2;
inline constexpr unsigned event_interprocess = 4;
inline constexpr unsigned ipc_open_flags = 0;
inline constexpr CaptureStatus not_capturing = CaptureStatus::none;
inline constexpr CaptureMode capture_thread_local = cpu::CaptureMode::thread_local_only;
inline constexpr CaptureMode capture_relaxed = cpu::CaptureMode::relaxed;
inline constexpr unsigned stream_value_flags = 0;
inline constexpr unsigned pinned_portable = 0;
inline constexpr unsigned register_portable = 0;
inline constexpr unsigned managed_global = 0;

using device_attribute = cpu::DeviceAttribute;
using DeviceLimits = cpu::Limit;
using function_attribute = cpu::FunctionAttribute;
using jit_option = cpu::JitOption;

inline Address to_address(const void* pointer) noexcept { return const_cast<void*>(pointer); }
inline void* to_pointer(Address address) noexcept { return address; }

}  // namespace duet::vendor
