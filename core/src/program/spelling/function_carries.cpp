#include "function_carries.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "source/declarations/declaration_items.hpp"
#include "source/tokens.hpp"

namespace duet {

namespace {

using Kind = DeclarationItem::Kind;

constexpr std::string_view carry = "duet_carry";
constexpr std::string_view declaration = " [[maybe_unused]] bool duet_carry = false;";

/// The macros of texts that stand for statements with a carry, by other macros, too.
std::set<std::string, std::less<>> carrying_macros(const std::vector<std::string>& texts) {
  std::set<std::string, std::less<>> macros;
  for (std::size_t before = macros.size() + 1; before != macros.size();) {
    before = macros.size();
    for (const std::string& text : texts) {
      for (const Token& token : tokenise(text)) {
        if (token.kind != Token::Kind::directive || directive_word(token.text) != "define")
          continue;
        const std::vector<Token> words = tokenise(token.text.substr(1));
        const bool is_carrying = std::ranges::any_of(
            words, [&](const Token& word) { return word.is(carry) || macros.contains(word.text); });
        if (words.size() > 1 && is_carrying) macros.emplace(words[1].text);
      }
    }
  }
  return macros;
}

/// Inserts declarations into the functions of a text.
class FunctionCarries {
 public:
  FunctionCarries(std::string_view text, const std::set<std::string, std::less<>>& macros)
      : items_(text), macros_(macros) {}

  std::vector<std::size_t> places() {
    for (const DeclarationItem& item :
         items_.in_namespaces().value_or(std::vector<DeclarationItem>()))
      visit(item);
    return std::move(places_);
  }

 private:
  void visit(const DeclarationItem& item) {
    if (item.body >= item.end) return;
    if (item.kind == Kind::type) {
      for (const DeclarationItem& member :
           items_.in_class(item.body).value_or(std::vector<DeclarationItem>()))
        visit(member);
    }
    if (item.kind != Kind::function) return;
    const std::vector<Token>& tokens = items_.tokens();
    std::size_t statements = 0;
    for (std::size_t i = item.body; i < item.end; ++i) {
      if (tokens[i].is(carry) || macros_.contains(tokens[i].text)) ++statements;
    }
    if (statements > 1) places_.push_back(tokens[item.body].end());
  }

  DeclarationItems items_;
  const std::set<std::string, std::less<>>& macros_;
  std::vector<std::size_t> places_{};  ///< offsets, in order
};

}  // namespace

std::vector<std::string> with_function_carries(std::vector<std::string> texts) {
  const std::set<std::string, std::less<>> macros = carrying_macros(texts);
  for (std::string& text : texts) {
    std::vector<std::size_t> places = FunctionCarries(text, macros).places();
    for (; !places.empty(); places.pop_back()) text.insert(places.back(), declaration);
  }
  return texts;
}

}  // namespace duet
