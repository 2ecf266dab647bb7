#pragma once

// The CPU backend's run-time compiler: each call of core/src/compiler.def under its neutral name,
// with the meaning NVRTC gives them. It starts the host's C++ compiler.
// No call throws. Thread-safety: different programs from different threads.

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

/// Strings are copied. @param headers, names  texts and #include names of in-memory headers
CompilerStatus program_create(Program** program, const char* source, const char* name, int count,
                              const char* const* headers, const char* const* names) noexcept;
CompilerStatus program_destroy(Program** program) noexcept;  ///< sets it to null
/// Before compiling: a kernel the code must contain.
CompilerStatus program_add_name(Program* program, const char* expression) noexcept;
/// Once a program. @param options  in the host compiler's spelling
CompilerStatus program_compile(Program* program, int count, const char* const* options) noexcept;
/// The name under which `module_function` finds it. Lives as long as the program.
CompilerStatus program_lowered_name(Program* program, const char* expression,
                                    const char** lowered) noexcept;
CompilerStatus program_log_size(Program* program,
                                std::size_t* bytes) noexcept;  ///< with final null
CompilerStatus program_log(Program* program, char* log) noexcept;
CompilerStatus program_code_size(Program* program, std::size_t* bytes) noexcept;
CompilerStatus program_code(Program* program, char* code) noexcept;

}  // namespace duet::cpu
