#include "shared_use.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "declaration_walker.hpp"

namespace duet {

namespace {

using Names = std::set<std::string, std::less<>>;

/// The words of functions and classes, and which of them are about dynamic shared memory.
struct Words {
  std::map<std::string, Names, std::less<>> bodies{};  ///< function or class → words in its braces
  Names users{};   ///< functions with a declaration `extern __shared__`
  Names arrays{};  ///< arrays of namespace scope
};

class WordCollector : DeclarationWalker {
 public:
  WordCollector(std::string_view source, Words& words) : DeclarationWalker(source), words_(words) {}

  void run() { walk(); }

 private:
  void visit_kernel(std::size_t) override {}
  void visit_brace(std::size_t brace) override { body_ = name_before(brace); }
  void visit_other(std::size_t i) override {
    const bool is_array = is(i, "extern") && declares_shared(i);
    if (!in_block()) {
      if (is_array) words_.arrays.emplace(array_name(i));
      return;
    }
    if (is_array) words_.users.insert(body_);
    if (tokens_[i].kind == Token::Kind::word) words_.bodies[body_].emplace(tokens_[i].text);
  }

  /// The name of the function or class whose brace this is.
  std::string name_before(std::size_t brace) const {
    std::size_t i = statement_;
    for (; i < brace; ++i) {
      if (takes_parentheses(tokens_[i]) && is(i + 1, "(")) {
        i = after_parentheses(i + 1) - 1;
      } else if (is(i + 1, "(") && tokens_[i].kind == Token::Kind::word) {
        return std::string(tokens_[i].text);
      } else if ((is(i, "struct") || is(i, "class")) && !is(statement_, "template")) {
        return std::string(tokens_[std::min(i + 1, brace)].text);
      }
    }
    return std::string(brace == 0 ? "" : tokens_[brace - 1].text);
  }

  std::size_t end_of_statement(std::size_t i) const {
    while (i < tokens_.size() && !is(i, ";") && !is(i, "{") && !is(i, "}")) ++i;
    return i;
  }
  bool declares_shared(std::size_t i) const {
    return contains(i, end_of_statement(i), "__shared__");
  }
  /// The word before the first bracket.
  std::string_view array_name(std::size_t i) const {
    const std::size_t end = end_of_statement(i);
    while (i < end && !is(i, "[")) ++i;
    return tokens_[i - 1].text;
  }

  Words& words_;
  std::string body_{};
};

}  // namespace

std::set<std::string, std::less<>> functions_with_dynamic_shared(
    std::span<const std::string_view> texts) {
  Words words;
  for (const std::string_view text : texts) WordCollector(text, words).run();
  Names& users = words.users;
  const auto names_user = [&](const auto& body) {
    return std::ranges::any_of(body.second, [&](const std::string& word) {
      return users.contains(word) || words.arrays.contains(word);
    });
  };
  for (bool has_grown = true; std::exchange(has_grown, false);) {
    for (const auto& body : words.bodies) {
      if (!users.contains(body.first) && names_user(body)) {
        users.insert(body.first);
        has_grown = true;
      }
    }
  }
  return std::move(users);
}

}  // namespace duet
