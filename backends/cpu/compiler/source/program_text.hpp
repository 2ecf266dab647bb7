#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program.hpp"
#include "source_rewriter.hpp"

namespace duet::cpu {

/// What a compiler may read before the rest of a program is there.
struct Preamble {
  std::string include_prefix{};      ///< macros, and includes of duet's headers
  std::vector<NamedText> headers{};  ///< duet's, if the prefix includes any

  friend bool operator==(const Preamble&, const Preamble&) = default;
};

/// A program as the host compiler gets it, behind the backend's own definitions: the include
/// prefix, and what follows, with an entry for each kernel.
struct ProgramText {
  Preamble preamble{};
  std::string rest{};
};

/// @param source     rewritten
/// @param headers    rewritten
/// @param c_kernels  names that may or may not be kernels of the global namespace
ProgramText program_text(const Program& program, std::string_view source,
                         std::span<const NamedText> headers,
                         std::span<const std::string> c_kernels);

/// The text that is compiled: the backend's definitions, an include prefix, and an include of the
/// file with what follows.
std::string main_text(std::string_view include_prefix, std::string_view program_file);

/// A name expression as it may stand behind `&`.
std::string_view bare_expression(std::string_view expression);

/// Names of parts of the text, for the compiler's messages: where the rest of a program is
/// included, its include prefix, and the entries.
inline constexpr std::string_view inclusion_place = "duet/program", prefix_place = "duet/prefix",
                                  entries_place = "duet/entries";

}  // namespace duet::cpu
