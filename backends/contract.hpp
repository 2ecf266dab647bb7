#pragma once

// What a backend supplies. A backend is a folder with the same file names as the others; exactly
// one of them is on the include path, so <vendor.hpp> is its description:
//
//   vendor.hpp          the types and constants below, DUET_PICK, DUET_ENTRY
//   native_types.hpp    public names of the vendor's handle types, for duet/native.hpp
//   driver.cpp          the functions under "driver" below
//   cluster.cpp         the functions under "clusters" below; backends without them share
//                       backends/without_clusters.cpp
//   graph.cpp           the functions under "graph" below
//   compiler.cpp        the functions under "compiler" below
//   fast_compile.cpp        the functions under "shortcuts" below; backends without them share
//                       backends/without_fast_compile.cpp
//   code_reader.cpp     the functions under "code" below
//
// vendor.hpp defines in namespace duet::vendor
//   types       Status, DeviceHandle, ContextHandle, StreamHandle, EventHandle, ModuleHandle,
//               FunctionHandle, GraphHandle, GraphNodeHandle, GraphExecHandle (pointers, except
//               Status, DeviceHandle and ContextHandle), CaptureMode, CaptureStatus, GraphNodeType,
//               KernelNodeParameters, HostNodeParameters (a function and its data), Address
//               (pointer or integer), DeviceAttribute, FunctionAttribute, JitOption, Fill32,
//               CompilerStatus, ProgramHandle
//   statuses    success, not_ready, compiler_success
//   flags       stream_blocking, stream_non_blocking, event_timing, event_no_timing,
//               not_capturing, capture_thread_local, capture_relaxed, pinned_portable,
//               managed_global
//   limits      max_threads_per_grid_dimension (grid.x * block.x and so on, as std::uint64_t)
//   versions    cooperative_launch_since (for people: from which version on the driver has it)
//   graphs      updates_running_graphs (whether an executable may be told other parameters while
//               it runs, which does not change what runs), most_graph_updates (of nodes of one
//               executable), graphs_by_default (whether encoders use them unasked)
//   compiler    hides_macros (whether macros that `to_compiler_flags` passes on reach the source
//   alone; where
//               not, they are written into it, since the compiler's own headers trip over a T or
//               an N), writes_to_standard_error (besides its log),
//               searches_system_folders (whether it finds headers in folders it was not given),
//               compiles_in_helpers (whether it is better kept out of the process: not thread-safe)
//   structs     device_attribute (wave_size, multiprocessors, clock_khz, l2_bytes,
//               shared_per_block, max_shared_per_block, registers_per_block,
//               max_threads_per_block, max_threads_per_multiprocessor, max_block_{x,y,z},
//               max_grid_{x,y,z}, managed_memory, concurrent_managed_access, memory_pools,
//               cooperative_launch, integrated), function_attribute (registers, shared_bytes,
//               local_bytes, constant_bytes, max_threads), jit_option (info_log, info_log_bytes,
//               error_log, error_log_bytes, optimization, max_registers, line_info, verbose)
//   functions   Address to_address(const void*), void* to_pointer(Address)
// and the macros
//   DUET_ONLY_CUDA(row), DUET_ONLY_HIP(row)  the row, or nothing
//   DUET_PICK(neutral, cuda, hip)   the callee of a row of driver.def or compiler.def
//   DUET_ENTRY(library, function)   its address at run time: a symbol of `library`, or the
//                                   function itself where the backend is linked

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <duet/compile.hpp>
#include <duet/copy.hpp>
#include <duet/device.hpp>
#include <duet/error.hpp>
#include <duet/kernel.hpp>
#include <duet/shape.hpp>

#include "compile/toolkit.hpp"
#include "system/library.hpp"

#include <vendor.hpp>

namespace duet {
struct Driver;
}

namespace duet::vendor {

// ---------------------------------------------------------------- driver (driver.cpp)

/// Where the driver library is looked for; no names: the backend is linked.
const LibrarySearch& driver_search();

/// Called once after loading: replaces entries that the loaded version lacks by adapters.
void install_fallbacks(Driver& table);

/// The vendor's name and sentence for a status. Never null.
struct StatusText {
  std::string name;
  std::string text;
};
StatusText describe(Status status);
ErrorCode classify(Status status) noexcept;

/// Called after a failed call: removes the error that some vendors keep for a later call to find.
void clear_pending_error() noexcept;

/// The context of a device that this process shares with everybody else. Kept until process end.
ContextHandle retain_context(DeviceHandle device);

/// The architecture as `compile` takes it, with features.
std::string device_architecture(DeviceHandle device);

/// Lets blocks of a function have `bytes` of dynamic shared memory, where that has to be said.
void allow_dynamic_shared(FunctionHandle function, std::size_t bytes);

/// Which part of the memory that is shared memory or cache a function would have as shared memory,
/// where that can be said. @param percent  0 to 100; nothing: the driver's choice
void prefer_shared(FunctionHandle function, std::optional<int> percent);

/// The block that keeps a multiprocessor busiest.
/// @param most_threads  the most that it may have; 0: as many as the function takes
/// @returns its threads, and how many such blocks fill the device
struct BestBlock {
  int threads;
  int blocks;
};
BestBlock best_block(FunctionHandle function, std::size_t dynamic_shared, int most_threads);

/// The sizes of a function's parameters if the driver tells them, else nothing.
std::optional<std::vector<std::size_t>> parameter_bytes(FunctionHandle function);

// ---------------------------------------------------------------- clusters (cluster.cpp)

/// Whether the device, and the driver that is loaded, can launch blocks in clusters. Where not, the
/// others below are not called.
bool launches_clusters(DeviceHandle device);

/// @param shape   has a cluster, and may be cooperative
/// @param values  one address a parameter
void launch_clusters(FunctionHandle function, const LaunchShape& shape, StreamHandle stream,
                     void** values);

/// The blocks of the largest cluster of such blocks that can be launched, which it allows from then
/// on. @param shape  its cluster does not matter
int largest_cluster(FunctionHandle function, const LaunchShape& shape);

/// Clusters of the shape that the device holds at once.
int active_clusters(FunctionHandle function, const LaunchShape& shape);

// ---------------------------------------------------------------- graph (graph.cpp)

// Nodes with parameters, whose form differs between the vendors. The device is current.

struct KernelNode {
  FunctionHandle function;
  Dim3 grid;
  Dim3 block;
  unsigned shared_bytes;  ///< dynamic
  void** values;          ///< not null even if there are none; copied during the call
};
struct CopyNode {
  detail::CopyDirection direction;
  void* to;
  const void* from;
  std::size_t bytes;
};
struct FillNode {
  void* to;
  std::uint32_t word;
  std::size_t word_bytes;  ///< 1, 2 or 4
  std::size_t words;
};

/// What the driver's calls for such a node take. It refers to the values, which must stay.
KernelNodeParameters parameters(const KernelNode& node) noexcept;

/// For people: "kernel".
std::string describe(GraphNodeType type);

/// Whether captured streams keep launches for the graph, in the version that is loaded.
bool captures_launches();

/// @param after  nodes of the graph that the new one follows
GraphNodeHandle add_node(GraphHandle graph, std::span<const GraphNodeHandle> after,
                         const CopyNode& node);
GraphNodeHandle add_node(GraphHandle graph, std::span<const GraphNodeHandle> after,
                         const FillNode& node);
/// Gives a node of the graph that an executable was made of other parameters there.
Status set_node(GraphExecHandle exec, GraphNodeHandle handle, const CopyNode& node) noexcept;
Status set_node(GraphExecHandle exec, GraphNodeHandle handle, const FillNode& node) noexcept;

// ---------------------------------------------------------------- profiler (profiler.cpp)

/// Tells the vendor's profiler, if one listens, what the calling thread does until `end_range`;
/// ranges nest.
void begin_range(const char* name) noexcept;
void end_range() noexcept;

// ---------------------------------------------------------------- compiler (compiler.cpp)

/// What the compiler is asked for.
struct Target {
  std::string architecture;  ///< as in `Code::architecture`
  CodeFormat format;
};

const LibrarySearch& compiler_search();

/// Where the toolkit's headers for kernels are looked for; nothing if there are none.
/// @param compiler  path of the compiler's library
std::optional<ToolkitSearch> toolkit_search(const std::string& compiler);

/// Whether the source is to blame or the compiler itself is incomplete.
ErrorCode classify(CompilerStatus status) noexcept;

/// Paths of the files that the loaded compiler consists of: it and what it uses itself.
std::vector<std::string> compiler_files();

/// Environment variables that say which compiler is used, besides LD_LIBRARY_PATH.
std::span<const char* const> compiler_choice_variables();

/// Environment variables that change what the compiler makes of a program.
std::span<const char* const> compiler_variables();

/// For people: "NVRTC 13.0 (/usr/lib/…)". @param path  of the loaded library, or empty
std::string compiler_description(int major, int minor, const std::string& path);

std::vector<std::string> supported_architectures();
/// Checks a name the user gave. @throws Error (unsupported_architecture) listing those there are
Target parse_target(std::string_view architecture);
/// The best target for a device. Asks no compiler.
/// @param supported  what `supported_architectures` gives
/// @throws Error (unsupported_architecture)
Target target_for(const DeviceInfo& device, std::span<const std::string> supported);

/// Whether a device runs code that was compiled for another architecture, or for its own.
bool is_compatible(std::string_view device, std::string_view architecture);

/// The compiler's own spelling of the options. @throws Error (invalid_argument) naming one it lacks
std::vector<std::string> to_compiler_flags(const CompileOptions& options, const Target& target);

/// Held while a compiler that is not thread-safe compiles; empty for one that is.
std::unique_lock<std::mutex> lock_compiler();

/// The code of a program that compiled.
std::vector<std::byte> take_code(ProgramHandle program, const Target& target);

/// The kernels that the code itself says the name expressions stand for, in their order; empty if
/// it does not say. Asked where the compiler does not find the lowered name of an expression.
std::vector<std::string> named_kernels(std::span<const std::byte> code);

/// The compiler's log with the program's own name for what the compiler calls its source.
std::string readable_log(std::string log, std::string_view program_name);

// ---------------------------------------------------------------- shortcuts (fast_compile.cpp)

/// Another way to compile a program to the same code: by what an earlier compilation left, for the
/// sake of later ones, or without what it has no use for. Where it fails the program is compiled as
/// it is.
class FastCompile {
 public:
  FastCompile() = default;
  FastCompile(const FastCompile&) = delete;
  FastCompile& operator=(const FastCompile&) = delete;
  virtual ~FastCompile() = default;

  /// What the compiler gets. @param text  what it gets otherwise
  virtual std::string source(std::string text) const { return text; }
  virtual std::vector<std::string> options() const = 0;  ///< besides the program's
  /// After the compilation. @returns whether its outcome is the program's own
  virtual bool accepted(CompilerStatus status, std::string_view log) = 0;
};

/// @param options  as `to_compiler_flags` returns them
/// @returns null if there is none
std::unique_ptr<FastCompile> plan_fast_compile(const Program& program,
                                               const std::vector<std::string>& options);

// ---------------------------------------------------------------- code (code_reader.cpp)

/// What kind of code an image is, by its beginning. @throws LoadError if it is none of this
/// backend's
CodeFormat recognise(std::span<const std::byte> image);

/// The kernels of an image that `recognise` accepted. @throws LoadError if it is damaged, truncated
std::vector<KernelInfo> read_kernels(std::span<const std::byte> image);

/// The names in the code of the variables that `module_symbol` finds, as far as an image tells.
std::vector<std::string> read_variables(std::span<const std::byte> image);

/// The image's part for a device, in the form the loader takes. The driver's calls take no size, so
/// text, for instance, must end in a null byte.
/// @param architecture  the device's
/// @throws LoadError  the image lists what it is for, and the device is not there
std::vector<std::byte> loadable(std::span<const std::byte> image, std::string_view architecture);

/// Code that the driver did not load.
struct RefusedCode {
  Status status;
  std::span<const std::byte> image;  ///< as `loadable` gives it
  std::string architecture;          ///< what it was built for; empty if it is not known
  std::string device;                ///< the device's architecture
  std::string log;                   ///< the driver's
};

/// The cause, as far as it can be told, and what to do, besides the driver's own words; may be
/// empty.
std::string explain(const RefusedCode& code);

}  // namespace duet::vendor
