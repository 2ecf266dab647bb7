#pragma once

namespace duet {

// Opaque: the CPU backend has no API of its own to pass them to.
namespace cpu {
struct Stream;
struct Event;
struct Module;
struct Function;
}  // namespace cpu

using NativeStream = cpu::Stream*;
using NativeEvent = cpu::Event*;
using NativeModule = cpu::Module*;
using NativeFunction = const cpu::Function*;
using NativeContext = int;  ///< the device's ordinal

}  // namespace duet
