#pragma once

#include <string_view>
#include <vector>

#include "declaration_items.hpp"

namespace duet {

/// Whether a range of tokens has one with a text.
bool has_token(const std::vector<Token>& tokens, std::size_t begin, std::size_t end,
               std::string_view text);

/// The names that a declaration declares for others: that of a function or type, all variables of
/// one declaration, enumerators.
std::vector<std::string_view> declared_names(const std::vector<Token>& tokens,
                                             const DeclarationItem& item);

}  // namespace duet
