#pragma once

#include <set>
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

/// Names of the parameters and variables that a range of tokens declares. Within the range they
/// hide types of the same name. Names that the range may also use as types are left out.
std::set<std::string_view> local_names(const std::vector<Token>& tokens, std::size_t begin,
                                       std::size_t end);

/// Whether a word cannot stand for a type: it is an operand, or a member of an object.
bool is_value(const std::vector<Token>& tokens, std::size_t i);

}  // namespace duet
