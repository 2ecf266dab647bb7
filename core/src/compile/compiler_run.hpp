#pragma once

#include <memory>
#include <string>
#include <vector>

#include <duet/program.hpp>

#include "compile_target.hpp"
#include "compiler_program.hpp"

namespace duet {

/// How attempts to compile a program behave.
struct CompileMode {
  StderrMode of_stderr;
  HostRepairs repairs;
};

/// Compiles a program. One in CUDA's spelling that fails is compiled again as by nvcc if it asks
/// whether it is compiled at run time.
/// @param options       flags of the compiler
/// @param milliseconds  incremented by the time of all attempts
/// @throws NeedsRepairs
std::unique_ptr<CompilerProgram> run_compiler(const Program& program,
                                              const std::vector<std::string>& options,
                                              const CompileMode& mode, double& milliseconds);

}  // namespace duet
