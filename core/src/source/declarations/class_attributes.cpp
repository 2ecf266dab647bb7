#include "class_attributes.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>

#include "source/token_list.hpp"

namespace duet {

namespace {

using Names = std::set<std::string_view>;

bool is_attribute(const Token& token) {
  return token.is("__attribute__") || token.is("__attribute") || token.is("__align__");
}

/// The macros whose text begins with an attribute.
Names attribute_macros(std::span<const std::string_view> texts) {
  Names names;
  for (const std::string_view text : texts) {
    for (const Token& token : tokenise(text)) {
      if (token.kind != Token::Kind::directive) continue;
      const TokenList words(definition_of(token.text));
      if (words.size() < 2) continue;
      const bool has_parameters = words.is(1, "(") && words[1].offset == words[0].end();
      const std::size_t body = has_parameters ? words.after_parentheses(1) : 1;
      if (body < words.size() && is_attribute(words[body])) names.insert(words[0].text);
    }
  }
  return names;
}

class ClassAttributes {
 public:
  ClassAttributes(std::string_view source, const Names& macros)
      : source_(source), tokens_(source), macros_(macros) {}

  std::string write() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_.is(i, "{")) open_.push_back(class_keyword(i));
      if (!tokens_.is(i, "}") || open_.empty()) continue;
      const std::optional<std::size_t> keyword = open_.back();
      open_.pop_back();
      const std::size_t end = after_attributes(i + 1);
      if (keyword && end > i + 1) note_move(*keyword, i + 1, end);
    }
    std::string result(source_);
    for (const Moved& one : moved_) {
      std::ranges::replace_if(
          std::span(result).subspan(one.from, one.size), [](char c) { return c != '\n'; }, ' ');
    }
    std::ranges::sort(moved_, std::ranges::greater(), &Moved::to);
    for (const Moved& one : moved_) {
      std::string text(source_.substr(one.from, one.size));
      std::ranges::replace(text, '\n', ' ');
      result.insert(one.to, " " + text);
    }
    return result;
  }

 private:
  struct Moved {
    std::size_t from;
    std::size_t size;
    std::size_t to;  ///< before `from`
  };

  /// The keyword of the class whose members a brace opens.
  std::optional<std::size_t> class_keyword(std::size_t brace) const {
    for (std::size_t i = brace; i-- > 0;) {
      const Token& token = tokens_[i];
      if (token.is("struct") || token.is("class") || token.is("union")) {
        const bool is_parameter = i > 0 && (tokens_.is(i - 1, "<") || tokens_.is(i - 1, ","));
        if (!is_parameter) return i;
      }
      const bool is_end = token.kind == Token::Kind::directive || token.is(";") || token.is("{") ||
                          token.is("}") || token.is("=");
      const bool is_function = token.is("(") &&
                               (i == 0 || !TokenList::takes_parentheses(tokens_[i - 1])) &&
                               !tokens_.is(i - 1, "(");
      if (is_end || is_function) return std::nullopt;
    }
    return std::nullopt;
  }

  std::size_t after_attributes(std::size_t i) const {
    while (i < tokens_.size() && (is_attribute(tokens_[i]) || macros_.contains(tokens_[i].text))) {
      ++i;
      if (tokens_.is(i, "(")) i = tokens_.after_parentheses(i);
    }
    return i;
  }

  void note_move(std::size_t keyword, std::size_t begin, std::size_t end) {
    const std::size_t from = tokens_[begin].offset;
    moved_.push_back({from, tokens_[end - 1].end() - from, tokens_[keyword].end()});
  }

  std::string_view source_;
  TokenList tokens_;
  const Names& macros_;
  std::vector<std::optional<std::size_t>> open_{};  ///< for each open brace
  std::vector<Moved> moved_{};
};

}  // namespace

std::vector<std::string> with_leading_attributes(std::span<const std::string_view> texts) {
  const Names macros = attribute_macros(texts);
  std::vector<std::string> results;
  for (const std::string_view text : texts)
    results.push_back(ClassAttributes(text, macros).write());
  return results;
}

}  // namespace duet
