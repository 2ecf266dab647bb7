#pragma once

#include <optional>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// How the driver is to compile code that it compiles when it is loaded: NVIDIA's assembly
/// (`CodeFormat::ptx`), also inside a fatbin. Machine code (cubin, AMD code object, the CPU
/// backend's shared object) is loaded as it was compiled, so that these say nothing of it and the
/// same options may be given for either; `CompileOptions` are what it goes by. Values out of range
/// are errors everywhere.
struct LoadOptions {
  std::optional<int> optimization{};   ///< 0 (none) to 4 (all); unset: 4.
  std::optional<int> max_registers{};  ///< The most 32-bit registers a thread may use, at least 1;
                                       ///< what does not fit is spilled to memory. Kernels that
                                       ///< have launch bounds go by those instead.
  bool line_info = false;              ///< Source lines for profilers; no effect on the code.
  bool verbose = false;                ///< `Module::load_log` tells what each kernel uses.

  friend bool operator==(const LoadOptions&, const LoadOptions&) = default;
};

}  // namespace duet
DUET_API_END
