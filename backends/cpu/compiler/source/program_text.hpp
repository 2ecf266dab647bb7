#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program.hpp"
#include "program/embedded.hpp"
#include "source_rewriter.hpp"
#include "unlisted_kernels.hpp"

namespace duet::cpu {

/// The beginning of a program's text, which several programs may share.
struct Preamble {
  std::string include_prefix{};      ///< macros, and includes of duet's headers
  std::vector<NamedText> headers{};  ///< duet's own, if the prefix includes any

  friend bool operator==(const Preamble&, const Preamble&) = default;
};

/// The text of a program that follows the prelude: the preamble, and the rest with an entry for
/// each kernel.
struct ProgramText {
  Preamble preamble{};
  std::string rest{};
};

/// @param source     rewritten
/// @param headers    rewritten
/// @param entries    the end of the text, from `kernel_entries`
ProgramText program_text(const Program& program, std::string_view source,
                         std::span<const NamedText> headers, std::string_view entries);

/// The text with an entry for each kernel.
/// @param unlisted  kernels besides the program's list; those that do not exist get no entry
std::string kernel_entries(const Program& program, std::span<const UnlistedKernel> unlisted);

/// The text of the main file: the prelude, an include prefix, and an #include of the rest.
std::string main_text(std::span<const embedded::File* const> prelude,
                      std::string_view include_prefix, std::string_view program_file);

/// A name expression without spaces and `&` at its beginning.
std::string_view bare_expression(std::string_view expression);

/// File names of generated parts in the compiler's messages: the #include of the rest, the include
/// prefix, and the entries. The places of the prelude and of kernels' names begin with these.
inline constexpr std::string_view inclusion_place = "duet/program", prefix_place = "duet/prefix",
                                  entries_place = "duet/entries", prelude_place = "duet/prelude/",
                                  kernel_place = "kernel ";

}  // namespace duet::cpu
