#pragma once

#include <duet/compile.hpp>

#include "compiler.hpp"

namespace duet {

/// How to treat text that a compiler writes to standard error.
enum class StderrMode {
  capture,      ///< append it to the log
  pass_through  ///< leave it on standard error
};

/// What to compile a program for: what its options name, else the best for a device.
/// @param supported  from `supported_architectures`
/// @throws Error (unsupported_architecture), also if the device does not run such code
vendor::Target target_of(const Program& program, const Device& device,
                         std::span<const std::string> supported);

/// Whether host code may be removed and kept as a compiler's errors tell, and compiled again.
enum class HostRepairs { permitted, refused };

/// Thrown where repairs are refused, and errors tell some.
struct NeedsRepairs {};

/// Compiles in this process for a validated target.
Code compile_in_process(const Program& program, const vendor::Target& target,
                        StderrMode stderr_mode = StderrMode::capture,
                        HostRepairs repairs = HostRepairs::permitted);

/// Compiles for a validated target: in a helper if the backend uses helpers and there is one.
Code compile_target(const Program& program, const vendor::Target& target);

}  // namespace duet
