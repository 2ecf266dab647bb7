#pragma once

#include <duet/compile.hpp>

#include "compiler.hpp"

namespace duet {

/// How to treat text that a compiler writes to standard error.
enum class StderrMode {
  capture,      ///< append it to the log
  pass_through  ///< leave it on standard error
};

/// Compiles in this process for a validated target.
Code compile_in_process(const Program& program, const vendor::Target& target,
                        StderrMode stderr_mode = StderrMode::capture);

/// Compiles for a validated target: in a helper if the backend uses helpers and there is one.
Code compile_target(const Program& program, const vendor::Target& target);

}  // namespace duet
