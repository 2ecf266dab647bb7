#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "source/tokens.hpp"

namespace duet {

/// The simple statements of a function's body as ranges of tokens, with their semicolons. Heads of
/// branches and loops are in none: of `if (a) b();` it is `b();`.
/// @param begin, end  the tokens between the braces of the body
std::vector<std::pair<std::size_t, std::size_t>> statement_ranges(const std::vector<Token>& tokens,
                                                                  std::size_t begin,
                                                                  std::size_t end);

}  // namespace duet
