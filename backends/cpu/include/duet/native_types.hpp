#pragma once

namespace duet {

// Opaque: the CPU backend has no native API that takes them.
namespace cpu {
struct Stream;
struct Event;
struct Module;
struct Function;
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

}  // namespace duet
