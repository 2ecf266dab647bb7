#pragma once

#include <optional>
#include <string>
#include <vector>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// A header in memory, found by `#include <name>` and `#include "name"`. A value; it owns its text.
struct Header {
  std::string name{};  ///< Name in the include line, for instance "my/types.hpp".
  std::string text{};  ///< Content.
  friend bool operator==(const Header&, const Header&) = default;
};

/// Compiler options that every backend understands. duet translates them for each compiler.
struct CompileOptions {
  int standard = 17;               ///< C++ standard: 11, 14, 17 or 20.
  bool fast_math = false;          ///< Approximate functions, denormals flushed, NaN ignored.
  std::optional<bool> contract{};  ///< Fuse multiply and add; unset: the compiler's default.
  bool debug = false;              ///< Debug information for device code, no optimisation.
  bool line_info = false;          ///< Source lines for profilers; no effect on the code.
  /// Number of lanes of a wave. CPU: 32 or 64; unset: that of the devices (see DUET_CPU_WAVE_SIZE).
  /// AMD: 32 or 64 from gfx10 on, unset: 32; 64 before gfx10. NVIDIA: 32.
  std::optional<int> wave_size{};
  /// Macros, each "NAME" or "NAME=VALUE", for the source and the headers that it includes, not for
  /// the compiler's own headers.
  std::vector<std::string> defines{};
  std::vector<std::string> include_dirs{};  ///< Folders searched after headers in memory.
  /// Whether the vendor toolkit's own headers (CUB, mma.h, cuda_fp16.h; hip/…, rocPRIM) are found,
  /// after `include_dirs`. On NVIDIA they are searched below DUET_CUDA_PATH alone if it is set,
  /// else below CUDA_HOME, CUDA_PATH, beside the compiler, /usr/local/cuda and /usr; on AMD below
  /// DUET_ROCM_PATH alone if it is set, else below ROCM_PATH, HIP_PATH, beside the compiler,
  /// /opt/rocm and /usr. No effect on the CPU backend.
  bool toolkit_headers = false;
  /// Options passed to the compiler unchanged; each has a meaning for one compiler only.
  std::vector<std::string> extra{};

  friend bool operator==(const CompileOptions&, const CompileOptions&) = default;
};

/// A program to compile: source, kernels, headers and options. A value; calls copy what they need.
///
/// A kernel without `__launch_bounds__` is compiled for blocks of up to 1024 threads on every
/// backend. Smaller bounds give the compiler more registers for each thread; launches with more
/// threads are rejected.
struct Program {
  std::string name = "kernel";  ///< File name of the source in compiler messages.
  std::string source{};         ///< Source text.
  /// Name expressions of the kernels, for instance `saxpy<float>` or `ns::k<int, 4>`. They may name
  /// uint32_t and the other fixed-width integers, also if the source does not declare them. Kernels
  /// that are no templates need not be listed, unless they are overloaded. hiprtc does not expand
  /// macros in name expressions.
  std::vector<std::string> kernels{};
  std::vector<Header> headers{};  ///< Searched before duet's own headers and before folders.
  CompileOptions options{};       ///< How to compile.
  friend bool operator==(const Program&, const Program&) = default;
};

}  // namespace duet
DUET_API_END
