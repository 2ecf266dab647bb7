#pragma once

#include <string>
#include <string_view>

namespace duet {

/// A source whose inline PTX is C++.
struct TranslatedSource {
  std::string text{};        ///< lines keep their numbers
  bool is_changed = false;   ///< whether there was PTX; the text then needs duet/spelling/ptx.hpp
  bool takes_carry = false;  ///< whether a statement takes the carry of another one
};

/// Replaces inline PTX by C++ that does the same. An instruction that is not known becomes a
/// static_assert, so that the compiler reports it where the statement is compiled.
/// @param shares_carry  whether statements hand on the carry of additions: `duet_carry` is then the
///                      program's. Otherwise a statement that takes one is not known.
TranslatedSource translate_ptx(std::string_view source, bool shares_carry = false);

}  // namespace duet
