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

struct PtxTranslation {
  /// Whether statements hand on the carry of additions: `duet_carry` is then the program's.
  /// Otherwise a statement that takes one is not known.
  bool shares_carry = false;
  /// Whether an instruction that is not known is an error only where a kernel reaches it, as it is
  /// for NVIDIA. Not all compilers tell the place then.
  bool permits_unreached = false;
};

/// What compilers say about an instruction that is not known.
inline constexpr std::string_view unknown_ptx = "is not known for this target; write it in C++";

/// Replaces inline PTX by C++ that does the same. An instruction that is not known becomes an error
/// that the compiler reports.
TranslatedSource translate_ptx(std::string_view source, const PtxTranslation& options = {});

}  // namespace duet
