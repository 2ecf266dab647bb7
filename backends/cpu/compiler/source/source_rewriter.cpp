#include "source_rewriter.hpp"

#include "dynamic_shared.hpp"
#include "kernel_head.hpp"
#include "source/declaration_walker.hpp"
#include "source_edits.hpp"
#include "volatile_arrays.hpp"
#include "waiting_loops.hpp"

namespace duet::cpu {

namespace {

class Rewriter : DeclarationWalker {
 public:
  Rewriter(std::string_view source, KernelForm form) : DeclarationWalker(source), form_(form) {}
  Rewriter(const Rewriter&) = delete;
  Rewriter& operator=(const Rewriter&) = delete;

  std::string rewrite() {
    walk();
    for (const Token& token : tokens_) {
      if (token.kind == Token::Kind::directive) rewrite_directive(token);
    }
    return edits_.apply(source_);
  }

 private:
  void visit_other(std::size_t i) override {
    const Token& token = tokens_[i];
    if (token.is("__noinline__") && i > 0 && !is(i - 1, "(") && !is(i - 1, ",")) {
      // A macro would break `__attribute__((__noinline__))` in std's headers.
      edits_.replace(token, "__attribute__((noinline))");
    } else if (token.is("__shared__") || token.is("extern")) {
      const std::string_view other = token.is("extern") ? "__shared__" : "extern";
      if (contains(statement_, i, other)) {
        statement_ = rewrite_dynamic_shared(*this, statement_, i, in_block(), edits_);
      }
    } else if (token.is("volatile")) {
      volatile_arrays_.note(i);
    } else if (token.is("while") && is(i + 1, "(")) {
      waiting_loops_.visit(i);
    } else if (volatile_arrays_.has(token.text) && is(i + 1, "[") && in_block()) {
      volatile_arrays_.visit_element(i);
    }
  }

  void rewrite_directive(const Token& directive) {
    const std::string_view definition = definition_of(directive.text);
    if (definition.find("extern") == definition.npos ||
        definition.find("__shared__") == definition.npos)
      return;
    const std::size_t begin = directive.text.size() - definition.size();
    edits_.replace(directive,
                   std::string(directive.text.substr(0, begin)) + with_dynamic_shared(definition));
  }

  void visit_brace(std::size_t brace) override {
    if (form_ == KernelForm::fast) rewrite_device_function(*this, statement_, brace, edits_);
  }

  void visit_kernel(std::size_t i) override {
    const bool explicit_instantiation = is(statement_, "template") && !is(statement_ + 1, "<");
    if (explicit_instantiation && is(i, "__global__")) edits_.replace(tokens_[i], "");
    const std::size_t open = find_parameters(i + 1);
    if (open >= tokens_.size() || form_ == KernelForm::plain) return;
    add_builtin_parameters(source_, *this, statement_, open, edits_);
  }

  KernelForm form_;
  SourceEdits edits_{};
  VolatileArrays volatile_arrays_{*this, edits_};
  WaitingLoops waiting_loops_{*this, volatile_arrays_, edits_};
};

}  // namespace

std::string rewrite_source(std::string_view source, KernelForm form) {
  return Rewriter(source, form).rewrite();
}

}  // namespace duet::cpu
