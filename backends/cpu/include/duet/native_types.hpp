#pragma once

namespace duet {

// Opaque: the CPU backend has no native API that takes them.
namespace cpu {
struct Stream;
struct Event;
struct Module;
struct Function;
}  // namespace cpu

/// The native handle of a stream on the CPU backend: opaque.
using NativeStream = cpu::Stream*;
/// The native handle of an event on the CPU backend: opaque.
using NativeEvent = cpu::Event*;
/// The native handle of a module on the CPU backend: opaque.
using NativeModule = cpu::Module*;
/// The native handle of a kernel on the CPU backend: opaque.
using NativeFunction = const cpu::Function*;
/// The native context of a device on the CPU backend: its ordinal.
using NativeContext = int;

}  // namespace duet
