#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "token_list.hpp"

namespace duet {

/// Something in braces around a declaration.
struct Scope {
  enum class Kind { name_space, linkage, block };
  Kind kind = Kind::block;    ///< `block`: a function, class or initialiser
  std::string name{};         ///< of a namespace: "a::b"; empty if it is anonymous
  bool is_inline = false;     ///< an inline namespace
  bool is_c_linkage = false;  ///< extern "C"
};

/// Walks through the declarations of a source and calls a derived class for those of kernels. It
/// expands no macros, except that it recognises macros of the source that stand for `__global__`.
/// It skips what `#if 0` leaves out. Text that is not C++ is never an error.
class DeclarationWalker : protected TokenList {
 public:
  virtual ~DeclarationWalker() = default;

 protected:
  explicit DeclarationWalker(std::string_view source) : TokenList(source), source_(source) {}
  DeclarationWalker(const DeclarationWalker&) = default;
  DeclarationWalker& operator=(const DeclarationWalker&) = default;

  void walk();

  /// Called at `__global__`, or at a macro that stands for it.
  virtual void visit_kernel(std::size_t token) = 0;
  /// Called before the scope of a brace is entered, unless the brace is in a block.
  virtual void visit_brace(std::size_t) {}
  /// Called at any other token.
  virtual void visit_other(std::size_t) {}

  /// The opening parenthesis of the parameter list of the kernel declared after `i`, or the number
  /// of tokens.
  std::size_t find_parameters(std::size_t i) const;
  bool in_block() const;
  /// Whether an #if around the present token decides whether it is compiled.
  bool in_condition() const { return !conditions_.empty(); }
  /// Whether the kernel at a token is declared extern "C".
  bool has_c_linkage(std::size_t kernel) const;

  std::string_view source_;
  std::size_t statement_ = 0;  ///< index of the present statement's first token
  std::vector<Scope> scopes_{};

 private:
  struct Condition {
    std::vector<Scope> scopes;  ///< where the #if began
    bool is_true;               ///< #if 1
  };

  void visit(std::size_t& i);
  void visit_directive(std::size_t& i);
  void note_macro(std::string_view line);
  std::size_t end_of_branch(std::size_t i) const;
  bool stands_for_global(const Token& token) const;
  bool ends_declarator(std::size_t i) const;
  Scope scope_at(std::size_t brace) const;
  Scope namespace_at(std::size_t brace) const;

  std::vector<Condition> conditions_{};  ///< the open #if
  std::set<std::string, std::less<>> global_macros_{};
  std::set<std::string, std::less<>> c_global_macros_{};  ///< those with extern "C"
};

}  // namespace duet
