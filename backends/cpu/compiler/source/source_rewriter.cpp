#include "source_rewriter.hpp"

#include <algorithm>
#include <array>

#include "source/declaration_walker.hpp"

namespace duet::cpu {

namespace {

struct Edit {
  std::size_t offset;
  std::size_t length;
  std::string text;
};

class Rewriter : DeclarationWalker {
 public:
  Rewriter(std::string_view source, KernelForm form) : DeclarationWalker(source), form_(form) {}

  std::string rewrite() {
    walk();
    return apply_edits();
  }

 private:
  void replace(const Token& token, std::string text) {
    edits_.push_back({token.offset, token.text.size(), std::move(text)});
  }
  void insert(std::size_t offset, std::string text) {
    edits_.push_back({offset, 0, std::move(text)});
  }

  void visit_other(std::size_t i) override {
    const Token& token = tokens_[i];
    if (token.is("__noinline__") && i > 0 && !is(i - 1, "(") && !is(i - 1, ",")) {
      // A macro would break `__attribute__((__noinline__))` in std's headers.
      replace(token, "__attribute__((noinline))");
    } else if (token.is("__shared__") || token.is("extern")) {
      const std::string_view other = token.is("extern") ? "__shared__" : "extern";
      if (contains(statement_, i, other)) visit_shared(i);
    }
  }

  void visit_brace(std::size_t brace) override {
    if (form_ == KernelForm::fast) visit_device_function(brace);
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

  void visit_kernel(std::size_t i) override {
    const bool explicit_instantiation = is(statement_, "template") && !is(statement_ + 1, "<");
    if (explicit_instantiation && is(i, "__global__")) replace(tokens_[i], "");
    const std::size_t open = find_parameters(i + 1);
    if (open >= tokens_.size()) return;
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

  KernelForm form_;
  std::vector<Edit> edits_{};
};

}  // namespace

std::string rewrite_source(std::string_view source, KernelForm form) {
  return Rewriter(source, form).rewrite();
}

}  // namespace duet::cpu
