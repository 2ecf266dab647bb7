#pragma once

#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

#include "cuda_spelling.hpp"
#include "source/host_code/host_code_hints.hpp"

namespace duet {

/// What the errors of a failed compilation tell.
struct HostCodeErrors {
  /// Where errors are that are not about names that were left out: the text and the line.
  std::set<std::pair<std::size_t, std::size_t>> places{};
  bool have_news = false;       ///< the hints have become more
  bool have_own_cause = false;  ///< some are not about names that were left out
};

/// Adds to the hints what a failed compilation tells: names that errors quote and whose
/// declarations were left out, and the places of the other errors.
/// @param log  of the compilation of `spelled`
HostCodeErrors learn_from_errors(HostCodeHints& hints, const SpelledProgram& spelled,
                                 std::string_view log);

}  // namespace duet
