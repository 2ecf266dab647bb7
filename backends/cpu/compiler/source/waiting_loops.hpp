#pragma once

#include <cstddef>

#include "source/token_list.hpp"
#include "source_edits.hpp"
#include "volatile_arrays.hpp"

namespace duet::cpu {

/// Loops that wait for memory to change, in each round of which other threads run.
class WaitingLoops {
 public:
  WaitingLoops(const TokenList& tokens, const VolatileArrays& volatile_arrays, SourceEdits& edits)
      : tokens_(tokens), volatile_arrays_(volatile_arrays), edits_(edits) {}

  /// @param i  the token `while` before a condition
  void visit(std::size_t i);
  /// Whether a loop waits.
  bool any() const { return any_; }

 private:
  std::size_t end_of_statement(std::size_t i) const;
  std::size_t opening_brace(std::size_t close) const;
  void add_turn(std::size_t brace);
  bool waits(std::size_t begin, std::size_t end, std::size_t first, std::size_t last) const;
  bool measures_time(std::size_t begin, std::size_t end) const;
  bool is_idle(std::size_t begin, std::size_t end) const;
  bool changes(std::size_t begin, std::size_t end) const;
  bool polls(std::size_t begin, std::size_t end) const;

  const TokenList& tokens_;
  const VolatileArrays& volatile_arrays_;
  SourceEdits& edits_;
  bool any_ = false;
};

}  // namespace duet::cpu
