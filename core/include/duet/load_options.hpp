#pragma once

#include <optional>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// How the driver compiles code that it compiles on loading: NVIDIA's assembly (`CodeFormat::ptx`),
/// also inside a fatbin. The options have no effect on machine code (cubin, AMD code object, the
/// CPU backend's shared object), so that the same options may be used for both. Values out of range
/// are errors on every backend.
struct LoadOptions {
  std::optional<int> optimization{};  ///< 0 (none) to 4 (all); unset: 4.
  /// Largest number of 32-bit registers of a thread, at least 1; more values are spilled to memory.
  /// Kernels with launch bounds use those instead.
  std::optional<int> max_registers{};
  bool line_info = false;  ///< Source lines for profilers; no effect on the code.
  bool verbose = false;    ///< `Module::load_log` reports the resources of each kernel.

  friend bool operator==(const LoadOptions&, const LoadOptions&) = default;
};

}  // namespace duet
DUET_API_END
