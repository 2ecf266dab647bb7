#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "source/token_list.hpp"
#include "source_edits.hpp"

namespace duet::cpu {

/// `extern __shared__ T name[];` becomes `T (*name) = …;`.
/// @param begin     the statement's first token
/// @param i         the first of its tokens `extern` and `__shared__`
/// @param in_block  whether the statement is in a block
/// @returns the statement's last token; `begin` if it declares no such array
std::size_t rewrite_dynamic_shared(const TokenList& tokens, std::size_t begin, std::size_t i,
                                   bool in_block, SourceEdits& edits);

/// The same in macros, which are taken to be used in blocks: `#define ARRAY(T, name) extern …`.
/// @param definition  what follows `#define`
/// @returns it, changed if it declares such an array
std::string with_dynamic_shared(std::string_view definition);

}  // namespace duet::cpu
