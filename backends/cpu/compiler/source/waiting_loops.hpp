#pragma once

#include <cstddef>
#include <set>

#include "source/token_list.hpp"
#include "source_edits.hpp"
#include "statements.hpp"
#include "volatile_arrays.hpp"

namespace duet::cpu {

/// Loops that wait for memory to change. In each round other threads run. Behind the loop and the
/// branches around it the lanes of a wave meet.
class WaitingLoops {
 public:
  WaitingLoops(const TokenList& tokens, const VolatileArrays& volatile_arrays, SourceEdits& edits)
      : tokens_(tokens), statements_(tokens), volatile_arrays_(volatile_arrays), edits_(edits) {}

  /// @param i  the token `while` before a condition
  void visit(std::size_t i);

 private:
  bool ends_plain_loop(std::size_t i) const;
  void add_turn(std::size_t brace);
  void rejoin_behind(Statement loop);
  void rejoin_in_else(std::size_t i);
  void rejoin_after(std::size_t i);
  bool waits(std::size_t begin, std::size_t end, std::size_t first, std::size_t last) const;
  bool measures_time(std::size_t begin, std::size_t end) const;
  bool is_idle(std::size_t begin, std::size_t end) const;
  bool changes(std::size_t begin, std::size_t end) const;
  bool polls(std::size_t begin, std::size_t end) const;

  const TokenList& tokens_;
  Statements statements_;
  const VolatileArrays& volatile_arrays_;
  SourceEdits& edits_;
  std::set<std::size_t> rejoined_{};  ///< the tokens behind which lanes meet
};

}  // namespace duet::cpu
