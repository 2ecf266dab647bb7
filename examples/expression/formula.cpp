#include "formula.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "support/usage_error.hpp"

namespace expression {
namespace {

// Limits against stack overflow, here and in the compiler. No handwritten formula reaches them.
constexpr int max_depth = 64;
constexpr std::size_t max_nodes = 2000;

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A recursive descent parser: one function for each level of precedence.
class Parser {
 public:
  Parser(std::string_view text, std::vector<std::string>& variables)
      : text_(text), variables_(variables) {}

  Node parse() {
    if (peek() == '\0') fail("the formula is empty");
    Node root = select();
    if (at_ < text_.size()) fail_unexpected();
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    throw duet::tool::UsageError(
        fmt::format("formula: {}\n  {}\n  {:>{}}", reason, text_, '^', at_ + 1));
  }

  [[noreturn]] void fail_unexpected() {
    const char c = peek();
    if (c == '\0') fail("it ends too early");
    if (c == '^') fail("'^' is not part of the language; write pow(a, b), or x*x for a square");
    if (c == '&' || c == '|')
      fail("logical operators are not part of the language; multiply comparisons, or use ?:");
    if (c == '=') fail("'=' is not part of the language; write == to compare");
    if (c == '%') fail("'%' is not part of the language; write a - b*floor(a/b)");
    fail(fmt::format("'{}' is not expected here", c));
  }

  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n'))
      ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(std::string_view token) {
    peek();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) {
      if (peek() == '\0') fail(fmt::format("it ends where '{}' is missing", token));
      fail_unexpected();
    }
  }

  Node make(Node::Kind kind, std::string name, std::vector<Node> children) {
    if (++nodes_ > max_nodes) fail("the formula is too long");
    return {kind, 0, 0, std::move(name), nullptr, std::move(children)};
  }
  template <typename... N>
  Node make_with(Node::Kind kind, std::string name, N&&... children) {
    std::vector<Node> list;
    list.reserve(sizeof...(children));
    (list.push_back(std::forward<N>(children)), ...);
    return make(kind, std::move(name), std::move(list));
  }

  Node select() {
    if (++depth_ > max_depth) fail("the formula is nested too deeply");
    Node node = comparison();
    if (accept("?")) {
      Node yes = select();
      expect(":");
      node = make_with(Node::Kind::select, "?", std::move(node), std::move(yes), select());
    }
    --depth_;
    return node;
  }

  std::optional<std::string> comparison_operator() {
    for (const char* token : {"<=", ">=", "==", "!=", "<", ">"})
      if (accept(token)) return token;
    return std::nullopt;
  }

  Node comparison() {
    Node node = sum();
    if (auto name = comparison_operator()) {
      node = make_with(Node::Kind::compare, std::move(*name), std::move(node), sum());
      // a < b < c means different things in C and in mathematics.
      if (comparison_operator()) fail("comparisons cannot be chained; put one in parentheses");
    }
    return node;
  }

  Node sum() {
    Node node = product();
    for (;;) {
      const char c = peek();
      if (c != '+' && c != '-') return node;
      ++at_;
      node = make_with(Node::Kind::binary, std::string(1, c), std::move(node), product());
    }
  }

  Node product() {
    Node node = unary();
    for (;;) {
      const char c = peek();
      if (c != '*' && c != '/') return node;
      ++at_;
      if (c == '*' && at_ < text_.size() && text_[at_] == '*')
        fail("'**' is not part of the language; write pow(a, b)");
      node = make_with(Node::Kind::binary, std::string(1, c), std::move(node), unary());
    }
  }

  Node unary() {
    if (!accept("-")) return primary();
    if (peek() == '-') fail("write one '-' at a time, or parentheses");
    return make_with(Node::Kind::negate, "-", primary());
  }

  Node primary() {
    const char c = peek();
    if (accept("(")) {
      Node node = select();
      expect(")");
      return node;
    }
    if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1])))
      return number();
    if (starts_name(c)) return name();
    fail_unexpected();
  }

  Node number() {
    const std::string_view rest = text_.substr(at_);
    double value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc{}) fail("the number is too large or too small");
    const auto length = static_cast<std::size_t>(end - rest.data());
    if (length < rest.size() && (starts_name(rest[length]) || rest[length] == '.')) {
      at_ += length;
      fail("a number ends here, and an operator is missing");
    }
    at_ += length;
    Node node = make(Node::Kind::number, {}, {});
    node.number = value;
    return node;
  }

  Node name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (starts_name(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string word(text_.substr(start, at_ - start));
    const Function* function = find_function(word);
    if (peek() == '(') {
      if (function == nullptr) {
        std::string names;
        for (const Function& known : function_table()) names.append(" ").append(known.name);
        at_ = start;
        fail(fmt::format("unknown function '{}'; the functions are{}", word, names));
      }
      return call(*function, start);
    }
    if (function != nullptr) fail(fmt::format("'(' expected after the function '{}'", word));
    auto found = std::find(variables_.begin(), variables_.end(), word);
    if (found == variables_.end()) found = variables_.insert(found, word);
    Node node = make(Node::Kind::variable, word, {});
    node.variable = static_cast<std::size_t>(found - variables_.begin());
    return node;
  }

  Node call(const Function& function, std::size_t start) {
    expect("(");
    std::vector<Node> arguments;
    if (!accept(")")) {
      do {
        arguments.push_back(select());
      } while (accept(","));
      expect(")");
    }
    if (arguments.size() != static_cast<std::size_t>(function.parameters)) {
      at_ = start;
      fail(fmt::format("{} takes {} argument{}, not {}", function.name, function.parameters,
                       function.parameters == 1 ? "" : "s", arguments.size()));
    }
    Node node = make(Node::Kind::call, {}, std::move(arguments));
    node.function = &function;
    return node;
  }

  std::string_view text_;
  std::vector<std::string>& variables_;
  std::size_t at_ = 0;
  std::size_t nodes_ = 0;
  int depth_ = 0;
};

}  // namespace

Formula::Formula(std::string_view text) : text_(text), root_(Parser(text_, variables_).parse()) {}

}  // namespace expression
