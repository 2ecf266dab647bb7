#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/tokens.hpp"

namespace duet {

/// A macro with parameters. Views point into the text of its definition.
struct FunctionMacro {
  std::string_view name{};
  std::vector<std::string_view> parameters{};  ///< without "..."
  std::string_view body{};

  friend bool operator==(const FunctionMacro&, const FunctionMacro&) = default;
};

/// Macros by their names; null: there are several, so that none is expanded.
using FunctionMacros = std::map<std::string_view, const FunctionMacro*>;

/// @param definition  what follows "#define". @returns nothing if the macro has no parameters
std::optional<FunctionMacro> function_macro(std::string_view definition);

/// The macro with parameters that a directive defines. @returns nothing for any other token
std::optional<FunctionMacro> function_macro_of(const Token& token);

/// The arguments of a use of a macro.
/// @param open  the token of the parenthesis that opens them; becomes that of the closing one, or
/// the
///              number of tokens if there is none
std::vector<std::string> macro_arguments(const std::vector<Token>& tokens, std::size_t& open);

/// The body of a macro with at least as many arguments as it has parameters, in one line.
std::string expansion(const FunctionMacro& macro, const std::vector<std::string>& arguments);

/// Adds a macro to others. @param macro  null: there are several
void add_macro(FunctionMacros& macros, std::string_view name, const FunctionMacro* macro);

/// Expands the uses of macros in a text as a preprocessor does, in one line.
std::string expand_macros(std::string_view text, const FunctionMacros& macros);

}  // namespace duet
