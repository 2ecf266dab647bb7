#pragma once

#include <duet/compile.hpp>

#include "compiler.hpp"

namespace duet {

/// What becomes of what a compiler prints besides its log.
enum class StderrMode {
  caught,  ///< it is part of the log
  passes   ///< it is printed
};

/// `compile` for a target that has been checked, in this process.
Code compile_in_process(const Program& program, const vendor::Target& target,
                        StderrMode stderr_mode = StderrMode::caught);

/// The same, by a helper if the compiler had better not be in this process and there is one.
Code compile_target(const Program& program, const vendor::Target& target);

}  // namespace duet
