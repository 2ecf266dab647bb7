#include "source_rewriter.hpp"

#include <algorithm>
#include <array>

#include "tokens.hpp"

namespace duet::cpu {

namespace {

struct Scope {
  bool is_block = false;  ///< a function, class or initialiser; else a namespace or linkage
  bool is_c_linkage = false;
};

struct Edit {
  std::size_t offset;
  std::size_t length;
  std::string text;
};

/// Words whose parentheses are not a parameter list.
bool takes_parentheses(const Token& token) {
  constexpr std::array<std::string_view, 8> words{
      "__launch_bounds__", "__attribute__", "__align__",        "alignas",
      "decltype",          "__declspec",    "__cluster_dims__", "__maxnreg__"};
  return std::ranges::find(words, token.text) != words.end();
}

class Rewriter {
 public:
  Rewriter(std::string_view source, KernelForm form)
      : source_(source), tokens_(tokenise(source)), form_(form) {}

  RewrittenSource rewrite() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) visit(i);
    return {apply_edits(), std::move(c_kernels_)};
  }

 private:
  bool is(std::size_t i, std::string_view text) const {
    return i < tokens_.size() && tokens_[i].is(text);
  }
  bool contains(std::size_t begin, std::size_t end, std::string_view word) const {
    for (; begin < end; ++begin) {
      if (is(begin, word)) return true;
    }
    return false;
  }
  /// The index after the bracket that closes the one at `open`.
  std::size_t after_group(std::size_t open, char opening, char closing) const {
    std::size_t depth = 0;
    for (std::size_t i = open; i < tokens_.size(); ++i) {
      if (is(i, std::string_view(&opening, 1))) ++depth;
      if (is(i, std::string_view(&closing, 1)) && --depth == 0) return i + 1;
      if (opening == '<' && is(i, "(")) i = after_group(i, '(', ')') - 1;
    }
    return tokens_.size();
  }
  std::size_t after_parentheses(std::size_t open) const { return after_group(open, '(', ')'); }

  void replace(const Token& token, std::string text) {
    edits_.push_back({token.offset, token.text.size(), std::move(text)});
  }
  void insert(std::size_t offset, std::string text) {
    edits_.push_back({offset, 0, std::move(text)});
  }

  void visit(std::size_t i) {
    const Token& token = tokens_[i];
    if (token.kind == Token::Kind::directive) {
      follow_condition(token.text);
      if (statement_ == i) statement_ = i + 1;
    } else if (token.is("{")) {
      open_scope(i);
    } else if (token.is("}")) {
      if (!scopes_.empty()) scopes_.pop_back();
      statement_ = i + 1;
    } else if (token.is(";")) {
      statement_ = i + 1;
    } else if (token.is("__global__")) {
      visit_kernel(i);
    } else if (token.is("__noinline__") && i > 0 && !is(i - 1, "(") && !is(i - 1, ",")) {
      // A macro would break `__attribute__((__noinline__))` in std's headers.
      replace(token, "__attribute__((noinline))");
    } else if (token.is("__shared__") || token.is("extern")) {
      const std::string_view other = token.is("extern") ? "__shared__" : "extern";
      if (contains(statement_, i, other)) visit_shared(i);
    }
  }

  /// Restores the scopes at each #else: alternative branches may open the same scope.
  void follow_condition(std::string_view line) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t", 1), line.size());
    const std::string_view name = line.substr(begin);
    if (name.starts_with("if")) {
      conditions_.push_back(scopes_);
    } else if (name.starts_with("el") && !conditions_.empty()) {
      scopes_ = conditions_.back();
    } else if (name.starts_with("endif") && !conditions_.empty()) {
      conditions_.pop_back();
    }
  }

  void open_scope(std::size_t i) {
    Scope scope{.is_block = true};
    if (form_ == KernelForm::fast && !in_block()) visit_device_function(i);
    if (i >= 2 && tokens_[i - 1].kind == Token::Kind::string && is(i - 2, "extern")) {
      scope = {.is_block = false, .is_c_linkage = tokens_[i - 1].text == "\"C\""};
    } else if (contains(statement_, i, "namespace")) {
      scope = {.is_block = false};
    }
    scopes_.push_back(scope);
    statement_ = i + 1;
  }

  bool in_block() const { return std::ranges::any_of(scopes_, &Scope::is_block); }

  bool has_c_linkage(std::size_t kernel) const {
    if (!scopes_.empty() && scopes_.back().is_c_linkage) return true;
    for (std::size_t i = statement_; i + 1 < kernel; ++i) {
      if (is(i, "extern") && tokens_[i + 1].text == "\"C\"") return true;
    }
    return false;
  }

  /// Whether a token may follow a kernel's parameter list.
  bool ends_declarator(std::size_t i) const {
    constexpr std::array<std::string_view, 9> marks{
        "{", ";", "-", "[", "noexcept", "requires", "__attribute__", "__launch_bounds__", "try"};
    return std::ranges::any_of(marks, [&](std::string_view mark) { return is(i, mark); });
  }

  /// The opening parenthesis of the parameter list of the kernel declared after `i`, or the number
  /// of tokens.
  std::size_t find_parameters(std::size_t i) const {
    while (i < tokens_.size() && !is(i, ";") && !is(i, "{") && !is(i, "}")) {
      if (takes_parentheses(tokens_[i]) && is(i + 1, "(")) {
        i = after_parentheses(i + 1);
      } else if (is(i, "<")) {
        i = after_group(i, '<', '>');
      } else if (is(i, "(")) {
        const std::size_t after = after_parentheses(i);
        if (ends_declarator(after)) return i;
        i = after;  // these were a macro's arguments
      } else {
        ++i;
      }
    }
    return tokens_.size();
  }

  /// The text of the first launch bound between two tokens; empty if there is none.
  std::string_view launch_bound(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i + 2 < end; ++i) {
      if (!is(i, "__launch_bounds__") || !is(i + 1, "(")) continue;
      std::size_t last = i + 2;
      for (; last < end && !is(last, ",") && !is(last, ")"); ++last) {
        if (is(last, "(")) last = after_parentheses(last) - 1;
        if (is(last, "<")) last = after_group(last, '<', '>') - 1;
      }
      const std::size_t from = tokens_[i + 2].offset;
      return source_.substr(from, tokens_[std::min(last, end - 1)].offset - from);
    }
    return {};
  }

  void visit_kernel(std::size_t i) {
    const bool explicit_instantiation = is(statement_, "template") && !is(statement_ + 1, "<");
    if (explicit_instantiation) replace(tokens_[i], "");
    const std::size_t open = find_parameters(i + 1);
    if (open >= tokens_.size()) return;
    const Token& name = tokens_[open - 1];
    if (name.kind == Token::Kind::word && has_c_linkage(i)) {
      c_kernels_.emplace_back(name.text);
    }
    if (form_ == KernelForm::plain) return;
    const std::string bound(launch_bound(statement_, open));
    const bool no_parameters = is(open + 1, ")");
    const bool void_parameters = is(open + 1, "void") && is(open + 2, ")");
    std::string text = bound.empty() ? "DUET_CPU_HIDDEN" : "DUET_CPU_BOUNDED";
    if (no_parameters || void_parameters) text += "_ONLY";
    if (!bound.empty()) text.append("(").append(bound).append(")");
    if (void_parameters) {
      replace(tokens_[open + 1], std::move(text));
    } else {
      insert(tokens_[open].end(), text + (no_parameters ? "" : " "));
    }
  }

  /// Makes a function defined with `__device__` inline. A copy that is not inlined would read the
  /// thread-local variables for threads' indices and so keep them alive.
  void visit_device_function(std::size_t brace) {
    std::size_t device = brace;
    bool has_parameters = false;
    for (std::size_t i = statement_; i < brace; ++i) {
      constexpr std::array<std::string_view, 6> settled{
          "inline", "__forceinline__", "__inline__", "constexpr", "template", "__global__"};
      if (std::ranges::any_of(settled, [&](std::string_view word) { return is(i, word); })) return;
      if (is(i, "__device__")) device = i;
      has_parameters |= is(i, "(");
    }
    if (device != brace && has_parameters && !is(brace - 1, "=")) {
      replace(tokens_[device], "__device__ inline");
    }
  }

  /// `extern __shared__ T name[];` becomes `T (*name) = …;`.
  void visit_shared(std::size_t i) {
    std::size_t end = i;
    while (end < tokens_.size() && !is(end, ";")) ++end;
    std::size_t bracket = statement_;
    while (bracket < end && !(is(bracket, "[") && is(bracket + 1, "]"))) ++bracket;
    if (end >= tokens_.size() || bracket >= end || bracket == statement_) return;
    if (!in_block()) insert(tokens_[statement_].offset, "static thread_local ");
    for (std::size_t t = statement_; t < bracket; ++t) {
      if (is(t, "extern") || is(t, "__shared__")) {
        replace(tokens_[t], "");
      } else if (takes_parentheses(tokens_[t]) && !is(t, "decltype") && is(t + 1, "(")) {
        const std::size_t after = after_parentheses(t + 1);
        for (; t < after; ++t) replace(tokens_[t], "");
        --t;
      }
    }
    const Token& name = tokens_[bracket - 1];
    insert(name.offset, "(*");
    replace(tokens_[bracket], ")");
    replace(tokens_[bracket + 1], "");
    insert(tokens_[end].offset, " = reinterpret_cast<decltype(" + std::string(name.text) +
                                    ")>(::duet_cpu::dynamic_shared())");
    statement_ = end;  // skips the rest of the statement
  }

  std::string apply_edits() {
    std::ranges::stable_sort(edits_, {}, &Edit::offset);
    std::string text;
    std::size_t done = 0;
    for (const Edit& edit : edits_) {
      if (edit.offset < done) continue;
      text.append(source_, done, edit.offset - done).append(edit.text);
      done = edit.offset + edit.length;
    }
    return text.append(source_.substr(done));
  }

  std::string_view source_;
  std::vector<Token> tokens_;
  KernelForm form_;
  std::size_t statement_ = 0;  ///< index of the present statement's first token
  std::vector<Scope> scopes_{};
  std::vector<std::vector<Scope>> conditions_{};  ///< the scopes where each open #if began
  std::vector<Edit> edits_{};
  std::vector<std::string> c_kernels_{};
};

}  // namespace

RewrittenSource rewrite_source(std::string_view source, KernelForm form) {
  return Rewriter(source, form).rewrite();
}

}  // namespace duet::cpu
