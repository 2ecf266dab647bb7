#pragma once

#include <cstddef>
#include <string_view>

#include "source/token_list.hpp"
#include "source_edits.hpp"

namespace duet::cpu {

/// Adds the built-in variables to a kernel's parameters (prelude/builtins.hpp says why).
/// @param statement  the first token of the kernel's declaration
/// @param open       the parenthesis that opens its parameters
void add_builtin_parameters(std::string_view source, const TokenList& tokens, std::size_t statement,
                            std::size_t open, SourceEdits& edits);

/// Makes a function defined with `__device__` inline. A copy that is not inlined would read the
/// thread-local variables for threads' indices and so keep them alive. A function with shared
/// variables becomes one of this translation unit, so that AddressSanitizer guards them.
/// @param statement  the first token of the definition
/// @param brace      the one that opens its body
void rewrite_device_function(const TokenList& tokens, std::size_t statement, std::size_t brace,
                             SourceEdits& edits);

}  // namespace duet::cpu
