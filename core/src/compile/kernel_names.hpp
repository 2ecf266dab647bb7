#pragma once

#include <optional>
#include <string>
#include <vector>

#include <duet/program.hpp>

#include "program/compiler_messages.hpp"

namespace duet {

/// Refuses name expressions of functions that are certainly no kernels: one compiler accepts them.
/// @throws CompileError (unknown_kernel)
void require_kernels(const Program& program);

/// Compares name expressions with the text of a program.
/// @throws CompileError (unknown_kernel) for those that the program certainly does not have
void require_known_kernels(const Program& program);

/// Reports the only name expression of a program, which compiles without it but not with it.
/// @param target    the architecture
/// @param messages  of the compilation with the name
/// @throws CompileError  unknown_kernel for a name that the source does not have; compile_failed
/// for
///                       a template that does not compile with these arguments
[[noreturn]] void throw_name_error(const Program& program, const std::string& target,
                                   const SortedMessages& messages);

}  // namespace duet
