#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "header_condition.hpp"
#include "source/macros/function_macro.hpp"

namespace duet {

/// A declaration in a namespace of a header, or a function that is a member of a class.
struct HeaderPart {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::vector<std::string_view> names{};  ///< what it declares; empty if it is used without a name
  bool is_type = false;                   ///< a class or an enumeration
  bool is_check = false;                  ///< a static_assert
  bool opens_namespace = false;           ///< `using namespace a;`, which is always kept
  std::string_view symbol{};              ///< of an operator; empty for calls and conversions
  /// The words in the arguments of a specialisation but its parameters. It is used if those of them
  /// that are types are.
  std::vector<std::string_view> arguments{};
  std::size_t owner = none;                 ///< the part that is the member's class
  std::vector<std::string_view> words{};    ///< the words in it, each once
  std::vector<std::string_view> symbols{};  ///< of operators that it may use, each once
  /// Begin and end of its characters, without directives.
  std::vector<std::pair<std::size_t, std::size_t>> ranges{};
  std::vector<HeaderCondition> conditions{};
};

struct HeaderInclude {
  std::string name{};  ///< of the header, or the argument of DUET_VENDOR_HEADER
  bool is_vendors = false;
  std::vector<HeaderCondition> conditions{};
};

struct HeaderMacro {
  std::string_view name;
  std::vector<std::string_view> words{};      ///< those in its text
  std::vector<std::string_view> fragments{};  ///< of names that it puts together
  std::vector<std::string_view> symbols{};    ///< of operators in its text
  bool has_parameters = false;
  std::pair<std::size_t, std::size_t> range{};  ///< of its directive
  bool is_conditional = false;
};

/// A header of duet, split into the parts that a program may use. Views point into its text.
struct HeaderParts {
  /// @param outer  macros of the headers that it includes; they must outlive this
  HeaderParts(std::string_view source, FunctionMacros outer);
  HeaderParts(const HeaderParts&) = delete;
  HeaderParts& operator=(const HeaderParts&) = delete;

  std::string text{};  ///< in which uses of macros that declare something are expanded
  std::vector<HeaderPart> parts{};
  std::vector<HeaderMacro> macros{};
  std::vector<HeaderInclude> includes{};
  /// Words of directives other than definitions, which need macros to be defined.
  std::vector<std::string_view> directive_words{};
  FunctionMacros visible_macros{};  ///< its own and the outer ones
  bool is_split = true;             ///< otherwise there is one part, which cannot be left out

 private:
  void expand_declarations();

  std::deque<FunctionMacro> own_macros_{};
};

}  // namespace duet
