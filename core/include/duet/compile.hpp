#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <duet/device.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// A header that exists in memory only: `#include <name>` or `"name"` finds it.
struct Header {
  std::string name{};
  std::string text{};

  friend bool operator==(const Header&, const Header&) = default;
};

/// Options every backend understands; duet spells them for the compiler at hand.
struct CompileOptions {
  int standard = 17;                   ///< C++ standard: 11, 14, 17 or 20.
  bool fast_math = false;              ///< Approximate functions, denormals flushed, no NaN care.
  std::optional<bool> contract{};      ///< Fuse multiply and add; unset: the compiler's default.
  bool debug = false;                  ///< Debug information for device code, no optimisation.
  bool line_info = false;              ///< Source lines for profilers; no effect on the code.
  std::optional<int> wave_size{};      ///< Lanes of a wave: CPU 32 or 64 (unset: as the devices,
                                       ///< see $DUET_CPU_WAVE_SIZE), AMD 32 or 64 from gfx10 on
                                       ///< (unset: 32) and 64 before, NVIDIA 32.
  std::vector<std::string> defines{};  ///< "NAME" or "NAME=VALUE"; for the source and the headers
                                       ///< it includes, not for the compiler's own.
  std::vector<std::string> include_dirs{};  ///< Folders searched after in-memory headers.
  /// The vendor toolkit's own headers (CUB, mma.h, cuda_fp16.h; hip/…, rocPRIM) are found behind
  /// `include_dirs`. Looked for below $DUET_CUDA_PATH alone if that is set, else $CUDA_HOME,
  /// $CUDA_PATH, beside the compiler, /usr/local/cuda, /usr; on AMD $DUET_ROCM_PATH alone, else
  /// $ROCM_PATH, $HIP_PATH, beside the compiler, /opt/rocm, /usr. No effect on the CPU.
  bool toolkit_headers = false;
  std::vector<std::string> extra{};  ///< Passed on as they are; meaningful to one compiler only.

  friend bool operator==(const CompileOptions&, const CompileOptions&) = default;
};

/// What to compile. A kernel without __launch_bounds__ is compiled for blocks of up to 1024 threads
/// on every backend; bounds that are tighter give the compiler more registers a thread, and a
/// launch with more threads is refused. All strings are copied during the call; nothing is kept.
struct Program {
  std::string name = "kernel";  ///< Shown as the file name in errors.
  std::string source{};
  std::vector<std::string> kernels{};  ///< Name expressions: "saxpy<float>", "ns::k<int, 4>".
                                       ///< extern "C" kernels need not be listed. Macros in them
                                       ///< are not expanded by hiprtc.
  std::vector<Header> headers{};       ///< Found before duet's own and before folders.
  CompileOptions options{};

  friend bool operator==(const Program&, const Program&) = default;
};

/// What a piece of code is.
enum class CodeFormat {
  cubin,         ///< NVIDIA machine code
  ptx,           ///< NVIDIA assembly, compiled by the driver when loaded
  code_object,   ///< AMD machine code
  shared_object  ///< the CPU backend's host code
};

/// "cubin", "ptx", "code object", "shared object". Static storage.
const char* name_of(CodeFormat format) noexcept;
/// The usual file ending without a dot: "cubin", "ptx", "hsaco", "so". Static storage.
const char* extension_of(CodeFormat format) noexcept;

/// Compiled code, independent of any device handle: it may be stored and loaded elsewhere.
struct Code {
  std::vector<std::byte> bytes{};
  CodeFormat format = CodeFormat::cubin;
  std::string architecture{};                          ///< What it was compiled for.
  std::map<std::string, std::string> lowered_names{};  ///< Name expression → name in the code.
  std::string log{};                                   ///< The compiler's warnings; often empty.
  double milliseconds = 0;                             ///< Wall time of the compiler call.
};

/// Compiles for one device: machine code if the compiler supports the device's architecture, else
/// assembly for the newest one below it.
/// Thread-safety: may be called from several threads; a compiler that is not thread-safe is locked.
/// hiprtc prints part of its messages: on HIP, what the process writes to standard error meanwhile
/// goes to the log.
/// @throws CompileError with the log, in which the source carries `program.name`
/// @throws Error  no_compiler, no_builtins, no_toolkit with the places tried;
/// unsupported_architecture;
///                invalid_argument for an unusable name, header or option, and for a wave size
///                that the architecture does not have
Code compile(const Program& program, const Device& device);

/// Compiles for a named architecture; no device is needed.
/// @param architecture  one of `supported_architectures()`; on CUDA also "compute_90" for PTX and a
///                      suffixed target such as "sm_90a"; on HIP also with features,
///                      "gfx90a:xnack+"
Code compile(const Program& program, std::string_view architecture);

/// What the loaded compiler can compile for, oldest first.
/// @throws Error (no_compiler)
std::vector<std::string> supported_architectures();

/// The compiler in use, for instance "NVRTC 13.0 (/usr/local/cuda/lib64/libnvrtc.so.13)".
/// @throws Error (no_compiler)
std::string compiler_description();

}  // namespace duet
DUET_API_END
