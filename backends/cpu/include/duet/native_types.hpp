#pragma once

namespace duet {

// Opaque types: the CPU backend has no API of its own for them.
namespace cpu {
struct Stream;
struct Event;
struct Module;
struct Function;
struct Graph;
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

}  // namespace duet
