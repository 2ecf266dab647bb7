#include "kernel_scan.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "declaration_walker.hpp"

namespace duet {

namespace {

/// The text of tokens with one space where the source has space or comments.
std::string joined(std::span<const Token> tokens) {
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == Token::Kind::directive) continue;
    if (i != 0 && tokens[i].offset != tokens[i - 1].end() && !text.empty()) text += ' ';
    text += tokens[i].text;
  }
  return text;
}

/// Whether a word is a part of a type, rather than a parameter's name.
bool is_type_word(std::string_view word) {
  constexpr std::array<std::string_view, 13> words{
      "int",  "float", "double", "char",     "bool",         "long",      "short",
      "void", "const", "signed", "unsigned", "__restrict__", "__restrict"};
  return std::ranges::find(words, word) != words.end();
}

/// A parameter without its name and its default.
std::string without_name(std::string_view parameter) {
  std::vector<Token> tokens = tokenise(parameter);
  tokens.erase(std::ranges::find_if(tokens, [](const Token& token) { return token.is("="); }),
               tokens.end());
  if (tokens.size() > 1 && tokens.back().kind == Token::Kind::word &&
      !is_type_word(tokens.back().text)) {
    tokens.pop_back();
  }
  return joined(tokens);
}

/// Whether two declarations declare one kernel, perhaps with other names of parameters.
bool is_same(const KernelDeclaration& a, const KernelDeclaration& b) {
  return a.name == b.name && a.template_parameters.size() == b.template_parameters.size() &&
         std::ranges::equal(a.parameters, b.parameters, {}, without_name, without_name);
}

class FunctionScanner : DeclarationWalker {
 public:
  FunctionScanner(std::string_view source, std::string_view file)
      : DeclarationWalker(source), file_(file) {}

  SourceFunctions functions() {
    walk();
    return std::move(result_);
  }

 private:
  void visit_kernel(std::size_t i) override {
    if (in_block()) return;
    const std::size_t open = find_parameters(i + 1);
    if (open >= tokens_.size()) return;
    const bool is_template = is(statement_, "template");
    if (is_template && !is(statement_ + 1, "<")) return add_instantiation(i, open);
    // A specialisation has a template's arguments in place of the name.
    if (tokens_[open - 1].kind != Token::Kind::word) return;
    KernelDeclaration kernel{.file = std::string(file_),
                             .line = line_of(tokens_[open - 1]),
                             .is_extern_c = has_c_linkage(i),
                             .is_local = contains(statement_, open, "static")};
    if (is_template) {
      const std::size_t after = after_group(statement_ + 1, '<', '>');
      kernel.template_parameters = split_list(text(statement_ + 2, after - 1));
      if (kernel.template_parameters.empty()) return;  // a specialisation
    }
    kernel.parameters = split_list(text(open + 1, after_parentheses(open) - 1));
    if (kernel.parameters == std::vector<std::string>{"void"}) kernel.parameters.clear();
    kernel.name = qualified_name(open);
    const bool in_anonymous = std::ranges::any_of(scopes_, is_anonymous);
    kernel.is_local |= in_anonymous;
    kernel.is_defined = has_body(after_parentheses(open));
    if (!is_template && kernel.is_defined) {
      add_definition(
          {kernel.name, kernel.parameters, kernel.is_extern_c, in_anonymous, in_condition()});
    }
    add_kernel(result_.kernels, std::move(kernel));
  }

  /// @param i  after the parameter list
  bool has_body(std::size_t i) const {
    while (i < tokens_.size() && !is(i, ";") && !is(i, "{")) ++i;
    return is(i, "{");
  }

  /// Adds "k<float>" for `template __global__ void k<float>(float*)`.
  /// @param kernel  the token `__global__`
  void add_instantiation(std::size_t kernel, std::size_t open) {
    for (std::size_t i = kernel + 1; i < open; ++i) {
      if (!is(i, "<") || after_group(i, '<', '>') != open) continue;
      add_definition({.name = qualified_name(i) + text(i, open),
                      .is_anonymous = std::ranges::any_of(scopes_, is_anonymous),
                      .is_conditional = in_condition()});
      return;
    }
  }

  void add_definition(KernelDefinition added) {
    const auto is_same = [&](const KernelDefinition& other) {
      return added.name == other.name &&
             std::ranges::equal(added.parameters, other.parameters, {}, without_name, without_name);
    };
    if (std::ranges::none_of(result_.definitions, is_same)) {
      result_.definitions.push_back(std::move(added));
    }
  }

  std::string text(std::size_t begin, std::size_t end) const {
    return begin < end ? joined(std::span(tokens_).subspan(begin, end - begin)) : "";
  }

  void visit_brace(std::size_t brace) override {
    if (in_condition()) return;
    std::size_t open = statement_;
    bool is_device = false;
    for (; open < brace && !is(open, "("); ++open) {
      is_device |= is(open, "__device__");
      if (takes_parentheses(tokens_[open]) && is(open + 1, "(")) {
        open = after_parentheses(open + 1) - 1;
      }
      if (is(open, "=") || is(open, "operator")) return;
    }
    if (open >= brace || open == statement_ || contains(statement_, brace, "__global__")) return;
    const Token& name = tokens_[open - 1];
    if (name.kind == Token::Kind::word) {
      result_.others.push_back({qualified_name(open), line_of(name), is_device});
    }
  }

  /// The name that stands before the parameters at `open`, with the namespaces around it.
  std::string qualified_name(std::size_t open) const {
    std::size_t begin = open - 1;
    while (begin >= 3 && is(begin - 1, ":") && is(begin - 2, ":") &&
           tokens_[begin - 3].kind == Token::Kind::word) {
      begin -= 3;
    }
    std::string name;
    for (const Scope& scope : scopes_) {
      const bool counts = scope.kind == Scope::Kind::name_space && !scope.is_inline;
      if (counts && !scope.name.empty()) name += scope.name + "::";
    }
    return name + text(begin, open);
  }

  static bool is_anonymous(const Scope& scope) {
    return scope.kind == Scope::Kind::name_space && scope.name.empty();
  }

  std::size_t line_of(const Token& token) const {
    const std::string_view before = source_.substr(0, token.offset);
    return static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
  }

  std::string_view file_;
  SourceFunctions result_{};
};

}  // namespace

void add_kernel(std::vector<KernelDeclaration>& kernels, KernelDeclaration kernel) {
  const auto known =
      std::ranges::find_if(kernels, [&](const auto& other) { return is_same(other, kernel); });
  if (known == kernels.end()) {
    kernels.push_back(std::move(kernel));
  } else {
    known->is_defined |= kernel.is_defined;
  }
}

SourceFunctions scan_functions(std::string_view text, std::string_view file) {
  return FunctionScanner(text, file).functions();
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> items;
  std::vector<Token> item;
  int depth = 0;
  for (const Token& token : tokenise(text)) {
    const char c = token.kind == Token::Kind::mark ? token.text.front() : ' ';
    if (c == ',' && depth == 0) {
      items.push_back(joined(item));
      item.clear();
      continue;
    }
    if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == '>' || c == ']' || c == '}') --depth;
    item.push_back(token);
  }
  if (!item.empty()) items.push_back(joined(item));
  return items;
}

}  // namespace duet
