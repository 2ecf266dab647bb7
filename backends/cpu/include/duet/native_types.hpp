#pragma once

namespace duet {

// Opaque types: the CPU backend has no API of its own for them.
namespace cpu {
struct Stream;
struct Event;
struct Module;
struct Function;
struct Graph;
struct GraphNode;
struct GraphExec;
}  // namespace cpu

/// The native handle of a stream: an opaque pointer on the CPU backend.
using NativeStream = cpu::Stream*;
/// The native handle of an event: an opaque pointer on the CPU backend.
using NativeEvent = cpu::Event*;
/// The native handle of a module: an opaque pointer on the CPU backend.
using NativeModule = cpu::Module*;
/// The native handle of a kernel: an opaque pointer on the CPU backend.
using NativeFunction = const cpu::Function*;
/// The native context of a device: its ordinal on the CPU backend.
using NativeContext = int;
/// The native handle of a graph: an opaque pointer on the CPU backend.
using NativeGraph = cpu::Graph*;
/// The native handle of a graph's node: an opaque pointer on the CPU backend.
using NativeGraphNode = cpu::GraphNode*;
/// The native handle of an executable graph: an opaque pointer on the CPU backend.
using NativeGraphExec = cpu::GraphExec*;

}  // namespace duet
