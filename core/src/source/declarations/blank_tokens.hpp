#pragma once

#include <string>
#include <vector>

#include "source/tokens.hpp"

namespace duet {

/// Replaces a range of a text's tokens by blanks. Directives other than #pragma and the ends of
/// lines stay.
void blank_tokens(std::string& text, const std::vector<Token>& tokens, std::size_t begin,
                  std::size_t end);

}  // namespace duet
