#pragma once

// The CPU backend's driver: each call of core/src/driver/driver.def under its neutral name. That
// file says what the calls do; comments here say what is particular to the CPU.

#include <cstddef>
#include <cstdint>

namespace duet::cpu {

enum class Status {
  success,
  not_ready,       ///< work is still pending
  invalid_value,   ///< an argument is out of range or null
  invalid_device,  ///< no such ordinal
  out_of_memory,
  invalid_image,   ///< not a shared object made by this backend, or a damaged one
  not_found,       ///< the module has no such kernel or variable
  launch_failed,   ///< an earlier asynchronous operation failed
  capture_failed,  ///< the stream is captured and forbids the call, or cannot be
  not_supported,
  already_registered  ///< the memory is registered or pinned
};

enum class DeviceAttribute {
  wave_size,
  multiprocessors,  ///< worker threads
  clock_khz,
  l2_bytes,
  shared_per_block,
  max_shared_per_block,
  registers_per_block,
  max_threads_per_block,
  max_threads_per_multiprocessor,
  max_block_x,
  max_block_y,
  max_block_z,
  max_grid_x,
  max_grid_y,
  max_grid_z,
  managed_memory,
  concurrent_managed_access,
  memory_pools,
  cooperative_launch,
  integrated,
  pageable_memory_access
};

/// Names memory that processes share, as long as the process that made it has it.
struct IpcHandle {
  std::int32_t process;
  std::int32_t file;    ///< descriptor in that process
  std::uint64_t inode;  ///< of the file, since descriptors are reused
  std::uint64_t bytes;
};

enum class Limit { stack, print, heap, persisting_l2 };

enum class FunctionAttribute { registers, shared_bytes, local_bytes, constant_bytes, max_threads };

/// `module_load` uses the log for errors only, since its code is compiled already.
enum class JitOption {
  info_log,
  info_log_bytes,
  error_log,
  error_log_bytes,
  optimization,
  max_registers,
  line_info,
  verbose
};

struct Stream;
struct Event;
struct Module;
struct Function;
struct Graph;
struct GraphNode;
struct GraphExec;

// The error of an asynchronous operation is returned once, by the next call that waits for its
// stream. failure_note.hpp then has the details on that thread.

// Devices. $DUET_CPU_DEVICES (default 1, at most 16) says how many; they share memory and cores.
/// invalid_value if $DUET_CPU_WAVE_SIZE is neither 32 nor 64.
Status init(unsigned flags) noexcept;
Status driver_version(int* version) noexcept;
Status device_count(int* count) noexcept;
Status device_get(int* device, int ordinal) noexcept;
Status device_name(char* name, int capacity, int device) noexcept;
Status device_total_memory(std::size_t* bytes, int device) noexcept;
Status device_attribute(int* value, DeviceAttribute attribute, int device) noexcept;
Status device_pci_bus_id(char* id, int capacity, int device) noexcept;  ///< not_supported
Status device_free_memory(std::size_t* free, std::size_t* total) noexcept;
Status device_synchronize() noexcept;
/// The stack has a fixed size. There are no other limits: invalid_value.
Status device_limit(std::size_t* bytes, Limit limit) noexcept;
Status device_set_limit(Limit limit, std::size_t bytes) noexcept;  ///< not_supported
Status context_current(int* device) noexcept;                      ///< 0 at first
Status context_make_current(int device) noexcept;

// Streams.
Status stream_create(Stream** stream, unsigned flags, int priority) noexcept;
Status stream_destroy(Stream* stream) noexcept;
Status stream_priority_range(int* least, int* greatest) noexcept;
Status stream_query(Stream* stream) noexcept;
/// Runs pending work on the calling thread.
Status stream_synchronize(Stream* stream) noexcept;
Status stream_wait_event(Stream* stream, Event* event, unsigned flags) noexcept;
Status stream_host_function(Stream* stream, void (*function)(void*), void* data) noexcept;
Status stream_value_allocate(void** number, std::size_t bytes, unsigned flags) noexcept;
Status stream_value_free(void* number) noexcept;
Status stream_write_value(Stream* stream, void* number, std::uint64_t value,
                          unsigned flags) noexcept;
/// A thread that waits for the stream meanwhile waits for the number, too.
Status stream_wait_value(Stream* stream, std::uint64_t* number, std::uint64_t value) noexcept;

enum class CaptureStatus { none, active };
enum class CaptureMode { thread_local_only, relaxed };
Status stream_begin_capture(Stream* stream, CaptureMode mode) noexcept;
/// @param graph  null if this fails
Status stream_end_capture(Stream* stream, Graph** graph) noexcept;
Status stream_is_capturing(Stream* stream, CaptureStatus* status) noexcept;
Status thread_capture_mode(CaptureMode* mode) noexcept;

// Events.
Status event_create(Event** event, unsigned flags) noexcept;
Status event_destroy(Event* event) noexcept;
Status event_record(Event* event, Stream* stream) noexcept;
Status event_query(Event* event) noexcept;
Status event_synchronize(Event* event) noexcept;
/// invalid_value if an event has no timing or was never recorded.
Status event_elapsed_ms(float* milliseconds, Event* start, Event* stop) noexcept;
Status ipc_export_event(IpcHandle* handle, Event* event) noexcept;
Status ipc_open_event(Event** event, IpcHandle handle) noexcept;

// Memory.
Status memory_allocate(void** address, std::size_t bytes) noexcept;
Status memory_free(void* address) noexcept;  ///< waits for all pending work of the device
Status memory_allocate_exportable(void** address, std::size_t bytes) noexcept;
Status ipc_export_memory(IpcHandle* handle, void* begin) noexcept;
Status ipc_open_memory(void** begin, IpcHandle handle, unsigned flags) noexcept;
Status ipc_close_memory(void* begin) noexcept;  ///< as memory_free
Status memory_allocate_async(void** address, std::size_t bytes, Stream* stream) noexcept;
Status memory_free_async(void* address, Stream* stream) noexcept;
Status memory_allocate_pinned(void** address, std::size_t bytes, unsigned flags) noexcept;
Status memory_free_pinned(void* address) noexcept;
Status memory_allocate_managed(void** address, std::size_t bytes, unsigned flags) noexcept;
/// invalid_value unless the range lies in managed or pinned memory. Nothing moves.
Status memory_advise(void* begin, std::size_t bytes, int advice) noexcept;
/// capture_failed if the stream is captured.
Status memory_prefetch(void* begin, std::size_t bytes, Stream* stream) noexcept;
Status memory_register(void* begin, std::size_t bytes, unsigned flags) noexcept;
Status memory_unregister(void* begin) noexcept;
/// A size of memory, not the memory itself: what is mapped is new and filled with zeros.
struct PhysicalMemory;
struct PhysicalProperties {
  int device;
};
struct MemoryAccess {
  int device;
};
/// The granularity of what follows, in bytes.
inline constexpr std::size_t virtual_memory_unit = std::size_t{2} << 20;
Status address_reserve(void** begin, std::size_t bytes, std::size_t alignment, void* hint,
                       unsigned long long flags) noexcept;
Status address_free(void* begin, std::size_t bytes) noexcept;
Status physical_create(PhysicalMemory** memory, std::size_t bytes,
                       const PhysicalProperties* properties, unsigned long long flags) noexcept;
Status physical_release(PhysicalMemory* memory) noexcept;
Status memory_map(void* at, std::size_t bytes, std::size_t offset, PhysicalMemory* memory,
                  unsigned long long flags) noexcept;
Status memory_set_access(void* at, std::size_t bytes, const MemoryAccess* access,
                         std::size_t count) noexcept;
Status memory_unmap(void* at, std::size_t bytes) noexcept;
/// invalid_value if no allocation contains the address.
Status copy_to_device(void* to, const void* from, std::size_t bytes, Stream* stream) noexcept;
Status copy_to_host(void* to, void* from, std::size_t bytes, Stream* stream) noexcept;
Status copy_on_device(void* to, void* from, std::size_t bytes, Stream* stream) noexcept;
/// Distances in bytes.
struct BoxCopy {
  void* to;
  const void* from;
  std::size_t to_row, to_slice, from_row, from_slice;
  std::size_t width, height, depth;
};
Status copy_box(const BoxCopy* box, Stream* stream) noexcept;
Status copy_to_device_now(void* to, const void* from, std::size_t bytes) noexcept;
Status copy_to_host_now(void* to, void* from, std::size_t bytes) noexcept;
Status copy_on_device_now(void* to, void* from, std::size_t bytes) noexcept;
Status fill_8(void* to, unsigned char value, std::size_t count, Stream* stream) noexcept;
Status fill_16(void* to, unsigned short value, std::size_t count, Stream* stream) noexcept;
Status fill_32(void* to, unsigned int value, std::size_t count, Stream* stream) noexcept;

// Modules: shared objects made by program_compile, loaded from memory.
Status module_load(Module** module, const void* image, unsigned options, JitOption* names,
                   void** values) noexcept;
Status module_unload(Module* module) noexcept;  ///< pending launches keep the code until they end
Status module_function(const Function** function, Module* module, const char* name) noexcept;
Status module_symbol(void** address, std::size_t* bytes, Module* module, const char* name) noexcept;
/// not_supported for an attribute that the code does not contain.
Status function_attribute(int* value, FunctionAttribute attribute,
                          const Function* function) noexcept;
Status launch(const Function* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
              unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
              Stream* stream, void** parameters, void** extra) noexcept;
/// Each block runs on a thread of the operating system. invalid_value if there are too many.
Status launch_cooperative(const Function* function, unsigned grid_x, unsigned grid_y,
                          unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z,
                          unsigned shared_bytes, Stream* stream, void** parameters) noexcept;
/// Blocks of cooperative grids per core of the machine.
Status active_blocks(int* blocks, const Function* function, int threads,
                     std::size_t shared_bytes) noexcept;

// Graphs.
struct KernelNodeParameters {
  const Function* function;
  unsigned grid[3];
  unsigned block[3];
  unsigned shared_bytes;
  void** values;
};
struct HostNodeParameters {
  void (*function)(void*);
  void* data;
};
Status graph_create(Graph** graph, unsigned flags) noexcept;
Status graph_destroy(Graph* graph) noexcept;
Status graph_add_empty(GraphNode** node, Graph* graph, GraphNode* const* after,
                       std::size_t count) noexcept;
Status graph_add_record(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
                        Event* event) noexcept;
Status graph_add_wait(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
                      Event* event) noexcept;
Status graph_add_child(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
                       Graph* child) noexcept;
Status graph_add_kernel(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
                        const KernelNodeParameters* parameters) noexcept;
Status graph_add_copy(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
                      void* to, const void* from, std::size_t bytes) noexcept;
Status graph_add_fill(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
                      void* to, unsigned word, std::size_t word_bytes, std::size_t words) noexcept;
Status graph_add_host(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
                      const HostNodeParameters* parameters) noexcept;
enum class GraphNodeType { kernel, copy, fill, host, graph, empty, wait, record };
Status graph_nodes(Graph* graph, GraphNode** nodes, std::size_t* count) noexcept;
Status graph_node_type(GraphNode* node, GraphNodeType* type) noexcept;
Status graph_child_graph(GraphNode* node, Graph** graph) noexcept;
Status graph_node_dependencies(GraphNode* node, GraphNode** before, std::size_t* count) noexcept;
Status graph_instantiate(GraphExec** exec, Graph* graph, unsigned long long flags) noexcept;
Status graph_exec_destroy(GraphExec* exec) noexcept;
Status graph_launch(GraphExec* exec, Stream* stream) noexcept;
// Earlier launches keep their parameters.
Status graph_set_kernel(GraphExec* exec, GraphNode* node,
                        const KernelNodeParameters* parameters) noexcept;
Status graph_set_copy(GraphExec* exec, GraphNode* node, void* to, const void* from,
                      std::size_t bytes) noexcept;
Status graph_set_fill(GraphExec* exec, GraphNode* node, void* to, unsigned word,
                      std::size_t word_bytes, std::size_t words) noexcept;
Status graph_set_child(GraphExec* exec, GraphNode* node, Graph* child) noexcept;
Status graph_exec_update(GraphExec* exec, Graph* graph) noexcept;
Status graph_set_host(GraphExec* exec, GraphNode* node,
                      const HostNodeParameters* parameters) noexcept;

}  // namespace duet::cpu
