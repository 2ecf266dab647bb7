#pragma once

// The CPU backend's run-time compiler: each call of core/src/compile/compiler.def under its neutral
// name. That file says what the calls do. This compiler starts the host's C++ compiler.

#include <cstddef>

namespace duet::cpu {

enum class CompilerStatus {
  success,
  invalid_input,
  compile_failed,  ///< see the log
  no_compiler,     ///< no host compiler; the log lists the places tried and what to install
  io_failed,       ///< a temporary file could not be written; see the log
  unknown_name     ///< no such name expression, or not compiled yet
};

struct Program;

CompilerStatus compiler_version(int* major, int* minor) noexcept;  ///< of the host compiler
const char* compiler_error_name(CompilerStatus status) noexcept;

CompilerStatus program_create(Program** program, const char* source, const char* name, int count,
                              const char* const* headers, const char* const* names) noexcept;
CompilerStatus program_destroy(Program** program) noexcept;
CompilerStatus program_add_name(Program* program, const char* expression) noexcept;
/// @param options  flags of the host compiler
CompilerStatus program_compile(Program* program, int count, const char* const* options) noexcept;
CompilerStatus program_lowered_name(Program* program, const char* expression,
                                    const char** lowered) noexcept;
CompilerStatus program_log_size(Program* program, std::size_t* bytes) noexcept;
CompilerStatus program_log(Program* program, char* log) noexcept;
CompilerStatus program_code_size(Program* program, std::size_t* bytes) noexcept;
CompilerStatus program_code(Program* program, char* code) noexcept;

}  // namespace duet::cpu
