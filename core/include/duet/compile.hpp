#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <duet/code.hpp>
#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/program.hpp>

DUET_API_BEGIN
namespace duet {

/// Compiles a program for a device: to machine code if the compiler supports the device's
/// architecture, else to assembly for the newest supported architecture below it. Or for
/// `CompileOptions::architecture`, if the device runs such code.
/// Thread-safety: any thread; a compiler that is not thread-safe is locked. hiprtc prints part of
/// its messages: on HIP, what the process writes to standard error during the call goes to the log.
/// @param program  what to compile
/// @param device   what to compile for
/// @throws CompileError  compile_failed if the source does not compile, with the log, which calls
///                       the source `program.name`; unknown_kernel if the source has no kernel of a
///                       name in `program.kernels`, with a list of those that it has
/// @throws Error  no_compiler, no_builtins or no_toolkit with the places searched;
///                unsupported_architecture; invalid_argument for an unusable name, header or
///                option, and for a wave size that the architecture does not have
Code compile(const Program& program, const Device& device);

/// Compiles a program for a named architecture. Needs no device.
/// Thread-safety: any thread.
/// @param program       what to compile
/// @param architecture  one of `supported_architectures()`; on CUDA also "compute_90" for PTX and a
///                      target with a suffix such as "sm_90a"; on HIP also with features, such as
///                      "gfx90a:xnack+"
/// @throws CompileError  as the overload for a device
/// @throws Error  as the overload for a device; invalid_argument if `CompileOptions::architecture`
///                is another one
Code compile(const Program& program, std::string_view architecture);

/// Whether a process that compiles several programs one after the other keeps a compiler started
/// for the next one. Off at first. Affects the CPU backend with clang only: from the third program
/// with the same options on, a small kernel compiles in about half the time, but a child process
/// waits until it gets a program, this is turned off or the process ends. Leave it off in programs
/// that wait for any child, whatever its number, or that count their children.
/// $DUET_CPU_STANDBY overrides it: "on" or "off".
/// Thread-safety: any thread.
/// @param on  false ends the compiler that waits
void set_compiler_standby(bool on) noexcept;

/// Ends the compilers that this process has started, and removes its temporary folders. For a
/// program that is about to end without its destructors: call it in a thread that waits for SIGINT
/// and SIGTERM (sigwait), not in a signal handler, and end the process afterwards. Compilations
/// that run or are started then never return. Takes up to a second. Thread-safety: any thread,
/// once.
void abandon_compilations() noexcept;

/// The architectures that the loaded compiler supports, oldest first. Thread-safety: any thread.
/// @throws Error  no_compiler
std::vector<std::string> supported_architectures();

/// The compiler in use, for instance "NVRTC 13.0 (/usr/local/cuda/lib64/libnvrtc.so.13)".
/// Thread-safety: any thread.
/// @throws Error  no_compiler
std::string compiler_description();

/// Why the driver may refuse the compiler's code: it is older than the compiler. Empty if it is
/// not. Thread-safety: any thread.
/// @throws Error  no_compiler, no_driver
std::string driver_age_warning();

}  // namespace duet
DUET_API_END
