#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "source/tokens.hpp"

namespace duet {

/// A declaration in a namespace or in a class. Positions are indices of tokens.
struct DeclarationItem {
  enum class Kind {
    function,  ///< also its declaration, and a variable that is initialised in parentheses
    type,      ///< a class or an enumeration
    alias,     ///< typedef and using
    variable,
    other  ///< what has no name: directives for a namespace, static_assert, uses of macros
  };
  Kind kind = Kind::other;
  std::size_t begin = 0;
  std::size_t end = 0;   ///< after its last token
  std::size_t name = 0;  ///< the name's token, or `begin` if there is none
  std::size_t body = 0;  ///< the brace that opens the body of a function or type, or `end`
  /// The namespaces around it, without inline ones and those without a name.
  std::vector<std::string_view> namespaces{};
};

/// The declarations of a source, without those inside of functions. No macro is expanded.
/// Alternative branches of an #if may open the same brace.
class DeclarationItems {
 public:
  explicit DeclarationItems(std::string_view source);

  const std::vector<Token>& tokens() const noexcept { return tokens_; }
  /// The declarations in all namespaces of the file. @returns nothing if braces are not in pairs
  /// @param scope_macros  macros that open or close namespaces
  std::optional<std::vector<DeclarationItem>> in_namespaces(
      const std::set<std::string_view>& scope_macros = {}) const;
  /// The members of a class whose body opens at a token. Like `in_namespaces`.
  std::optional<std::vector<DeclarationItem>> in_class(std::size_t body) const;

 private:
  class Parser;

  void find_pairs();
  void ignore_alternatives();
  bool is_unbalanced(std::size_t begin, std::size_t end) const;

  std::vector<Token> tokens_;
  std::vector<bool> is_ignored_;      ///< braces that another branch has, too
  std::vector<std::size_t> closing_;  ///< of brackets that open: the one that closes; 0: none
};

}  // namespace duet
