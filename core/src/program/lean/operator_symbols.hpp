#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "source/tokens.hpp"

namespace duet {

/// The symbols of operators that a range of tokens may use, each once: "a <= b" may use "<", "<="
/// and "=".
/// @param is_formatted  whether operators of two operands have spaces on both sides, and the marks
/// of types and templates do not, as in duet's headers
std::vector<std::string_view> operator_symbols(const std::vector<Token>& tokens, std::size_t begin,
                                               std::size_t end, bool is_formatted);

/// The symbol after the word `operator` at a token; empty for conversions and calls.
std::string_view declared_symbol(const std::vector<Token>& tokens, std::size_t at);

/// Whether a word is an operator: "and", "not_eq".
bool is_operator_word(std::string_view word);

}  // namespace duet
