#pragma once

// Conversions between duet's objects and the vendor's handles. This header needs the vendor's
// headers on the include path; all others do without.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <typeinfo>
#include <vector>

#include <duet/event.hpp>
#include <duet/export.hpp>
#include <duet/graph.hpp>
#include <duet/kernel.hpp>
#include <duet/module.hpp>
#include <duet/native_types.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

/// The native handle of a stream, which its owner keeps owning.
inline NativeStream native(StreamRef stream) { return static_cast<NativeStream>(stream.handle()); }
/// The native handle of an event, which its owner keeps owning.
inline NativeEvent native(EventRef event) { return static_cast<NativeEvent>(event.handle()); }
/// The native handle of a module, valid while the module is loaded.
/// @throws Error  invalid_handle if empty
NativeModule native(const Module& module);
/// The native handle of a kernel, valid while its module is loaded.
/// @throws Error  invalid_handle if empty
NativeFunction native(const Kernel& kernel);
/// The context that duet uses on a device: on CUDA the primary context. Valid until the process
/// ends.
NativeContext native(const Device& device);

/// A view of a stream created elsewhere on `device`; null is the vendor's default stream.
/// `Stream::adopt` takes ownership of it.
inline StreamRef stream_from_native(const Device& device, NativeStream stream) noexcept {
  return StreamRef(device, stream);
}
/// A view of an event created elsewhere on `device`. `Event::adopt` takes ownership of it.
inline EventRef event_from_native(const Device& device, NativeEvent event) noexcept {
  return EventRef(device, event);
}

/// What a program knows of a kernel that other code loaded. What is empty is taken from the driver
/// if it tells it: CUDA from 12.4 on tells names and sizes, HIP names.
struct NativeKernelInfo {
  /// As in the code: "_Z5scalefPf" or "scale". The types of parameters come from a mangled name.
  std::string name{};
  std::optional<std::vector<std::size_t>> parameter_bytes{};  ///< Sizes of the parameters in bytes.
  /// Types of the parameters as demanglers write them: "float const*". Launches check them.
  std::optional<std::vector<std::string>> parameter_types{};
  /// Kept as long as the kernel: what keeps the function's module loaded. May be null.
  std::shared_ptr<const void> owner{};
};

/// A kernel that other code loaded. Its module must stay loaded as long as the kernel is used.
/// Thread-safety: any thread.
/// @param device    where the function was loaded
/// @param function  not null
/// @param info      what is known of it
/// @throws Error  invalid_argument for a null function, or if sizes and types differ in number;
///                what the driver reports
Kernel kernel_from_native(const Device& device, NativeFunction function,
                          const NativeKernelInfo& info = {});

namespace detail {
/// The text of a type in NativeKernelInfo. @param mangled  std::type_info::name()
std::string readable_type(const char* mangled);

/// Finds the function of a host function. @returns the vendor's status; 0 is success
using HostStubQuery = std::function<int(NativeFunction* function, const void* stub)>;
/// @param query  empty: the function of the vendor's runtime, if the program is linked with it
Kernel kernel_from_host_stub(const Device& device, const void* stub, const HostStubQuery& query,
                             const NativeKernelInfo& info);

template <typename... P>
NativeKernelInfo host_stub_info() {
  NativeKernelInfo info{.parameter_bytes = std::vector<std::size_t>{sizeof(P)...}};
#ifdef __cpp_rtti  // programs with -fno-rtti have sizes checked alone
  info.parameter_types = std::vector<std::string>{readable_type(typeid(P).name())...};
#endif
  return info;
}
}  // namespace detail

/// A kernel that nvcc or hipcc compiled into the program, by what its name stands for in code of
/// the host: `kernel_from_host_stub(device, &scale<float>)`. Launches check the number and the
/// types of its arguments. The function is found by the runtime with which the program is linked
/// dynamically. Thread-safety: any thread.
/// @param device  that is to run the kernel
/// @param stub    not null. The library that contains it must stay loaded as long as the kernel is
///                used
/// @throws Error  invalid_argument for null; not_supported on the CPU backend, and if no runtime
///                with cudaGetFuncBySymbol or hipGetFuncBySymbol (HIP 6) is found; unknown_kernel
///                if the runtime knows no such kernel for the device
template <typename... P>
Kernel kernel_from_host_stub(const Device& device, void (*stub)(P...)) {
  return detail::kernel_from_host_stub(device, reinterpret_cast<const void*>(stub), {},
                                       detail::host_stub_info<P...>());
}
/// The same with a runtime that is linked statically, as nvcc does by default.
/// @param device  that is to run the kernel
/// @param stub    not null
/// @param query   `&cudaGetFuncBySymbol` or `&hipGetFuncBySymbol`
template <typename Status, typename... P>
Kernel kernel_from_host_stub(const Device& device, void (*stub)(P...),
                             Status (*query)(NativeFunction*, const void*)) {
  return detail::kernel_from_host_stub(
      device, reinterpret_cast<const void*>(stub),
      [query](NativeFunction* function, const void* symbol) {
        return static_cast<int>(query(function, symbol));
      },
      detail::host_stub_info<P...>());
}

/// A view of a module that other code loaded and unloads. It must stay loaded as long as the module
/// or a kernel of it is used. Thread-safety: any thread.
/// @param device  where it was loaded
/// @param module  not null
/// @param image   the code that it was loaded from, for the names and parameters of its kernels;
///                needed during the call only. If empty, kernels are found by their names in the
///                code
/// @param owner   kept as long as the module and its kernels; may be null
/// @throws Error      invalid_argument for a null module
/// @throws LoadError  for an image that is no code
Module module_from_native(const Device& device, NativeModule module,
                          std::span<const std::byte> image = {},
                          std::shared_ptr<const void> owner = {});
/// As module_from_native, but takes ownership: unloads the module with the last handle.
Module adopt_module(const Device& device, NativeModule module,
                    std::span<const std::byte> image = {});

/// A graph with the nodes of a native one, for Graph::child and for command encoders.
/// Thread-safety: any thread.
/// @param device  that the graph's work runs on
/// @param graph   copied, not null. What its nodes refer to must stay alive. It must not have nodes
///                that the driver refuses in child graphs
/// @throws Error  invalid_argument for a null graph; what the driver reports
Graph graph_from_native(const Device& device, NativeGraph graph);

/// The native handle of an executable graph. It changes when `GraphExec` says that it instantiated
/// again.
/// @throws Error  invalid_handle if empty
NativeGraphExec native(const GraphExec& exec);
/// The native graph that an executable was made of; changes with it.
/// @throws Error  invalid_handle if empty
NativeGraph native_graph(const GraphExec& exec);
/// The native node that identifies a node in calls that change its parameters in the executable,
/// such as cuGraphExecKernelNodeSetParams. GraphExec does not know of changes made in this way: it
/// skips updates to parameters that it has set last.
/// @throws Error  invalid_handle if empty; invalid_argument if the graph has no such node, or if it
///                is nothing but a captured graph
NativeGraphNode native(const GraphExec& exec, GraphNode node);

}  // namespace duet
DUET_API_END
