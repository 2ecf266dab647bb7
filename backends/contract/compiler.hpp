#pragma once

// Contract: what differs between run-time compilers besides their calls.

#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <duet/code.hpp>
#include <duet/device.hpp>
#include <duet/error.hpp>
#include <duet/program.hpp>

#include "system/library.hpp"
#include "toolkit_search.hpp"
#include "vendor_check.hpp"

namespace duet::vendor {

/// What to compile for.
struct Target {
  std::string architecture;  ///< as in `Code::architecture`
  CodeFormat format;
};

/// Where the compiler's library is searched. No names if it is linked.
const LibrarySearch& compiler_search();

/// Where the vendor's headers for kernels are searched; empty if there are none.
/// @param compiler  path of the compiler's library
std::optional<ToolkitSearch> toolkit_search(const std::string& compiler);

/// duet's code for a status: `compile_failed` if the source is wrong, `no_builtins` if the compiler
/// lacks a part of itself.
ErrorCode classify(CompilerStatus status) noexcept;

/// Why a call just failed with a status and what to do; empty if nothing more is known.
std::string explain(CompilerStatus status);

// The compiler's identity, a part of every key of the kernel cache.

/// Paths of the files of the loaded compiler: its library and those that the library uses.
std::vector<std::string> compiler_files();
/// Environment variables that choose the compiler, besides LD_LIBRARY_PATH.
std::span<const char* const> compiler_choice_variables();
/// Environment variables that change the compiler's results.
std::span<const char* const> compiler_variables();
/// For messages: "NVRTC 13.0 (/usr/lib/…)". @param path  of the loaded library, or empty
std::string compiler_description(int major, int minor, const std::string& path);
/// Why a driver may refuse code of a newer compiler, with what to do; empty if it takes it.
/// @param driver  what the call `driver_version` tells
std::string driver_age_warning(int driver, int compiler_major, int compiler_minor);

// Targets.

/// The architectures that the compiler supports: "sm_90".
std::vector<std::string> supported_architectures();
/// Checks an architecture that the user named.
/// @throws Error (unsupported_architecture), with the list of supported ones
Target parse_target(std::string_view architecture);
/// The best target for a device. Does not load the compiler.
/// @param supported  from `supported_architectures`
/// @throws Error (unsupported_architecture)
Target target_for(const DeviceInfo& device, std::span<const std::string> supported);
/// Whether a device runs code for an architecture.
bool is_compatible(std::string_view device, std::string_view architecture);

// One compilation.

/// The compiler's flags for the options.
/// @throws Error (invalid_argument) naming an option that the compiler lacks
std::vector<std::string> to_compiler_flags(const CompileOptions& options, const Target& target);

/// Whether the process keeps a compiler started for its next compilation, if the compiler is a
/// program; off at first. Other backends add without_compiler_standby.cpp.
void set_compiler_standby(bool on) noexcept;

/// A lock that is held during a compilation if the compiler is not thread-safe; else empty.
std::unique_lock<std::mutex> lock_compiler();

/// The code of a compiled program.
std::vector<std::byte> take_code(ProgramHandle program, const Target& target);

/// The names of the kernels in the code that belong to the program's name expressions, in the order
/// in which these were added. Core asks for them if program_lowered_name fails. Empty if the code
/// does not tell them.
std::vector<std::string> named_kernels(std::span<const std::byte> code);

/// The compiler's log with the program's name in place of the compiler's temporary file names.
std::string readable_log(std::string log, std::string_view program_name);

}  // namespace duet::vendor
