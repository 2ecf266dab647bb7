#pragma once

#include <cstddef>
#include <set>
#include <string_view>

#include "source/token_list.hpp"
#include "source_edits.hpp"

namespace duet::cpu {

/// Assignments to elements of volatile arrays, around which the lanes of a wave meet: many kernels
/// rely on lanes that run in lockstep.
class VolatileArrays {
 public:
  VolatileArrays(const TokenList& tokens, SourceEdits& edits) : tokens_(tokens), edits_(edits) {}

  /// Remembers the name that a declaration gives a volatile variable or a pointer to one.
  /// @param i  the token `volatile`
  void note(std::size_t i);
  bool has(std::string_view name) const { return names_.contains(name); }
  /// `v[i] += x;` becomes `v[i] += in_lockstep(x), lockstep();`.
  /// @param i  the name, in a block
  void visit_element(std::size_t i);

 private:
  bool initialises(std::size_t i) const;
  bool is_operator(std::size_t i) const;

  const TokenList& tokens_;
  std::set<std::string_view> names_{};
  SourceEdits& edits_;
};

}  // namespace duet::cpu
