#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include <duet/program.hpp>

#include "source/host_code/host_code_hints.hpp"

namespace duet {

/// Tells kernels that they are compiled at run time.
inline constexpr std::string_view run_time_macro = "__CUDACC_RTC__";

/// What a compiler takes of CUDA's language.
struct SpellingTarget {
  bool compiles_ptx;   ///< inline PTX, which is translated otherwise
  bool expands_names;  ///< macros in name expressions; if not, CUDA's types in them are replaced by
                       ///< those that the macros stand for
  bool has_plain_coordinates;  ///< threadIdx.x and its like are numbers
  /// What precedes "begin" and "end" of text whose functions are those of both sides, if any does.
  std::string_view both_sides_pragma{};
};

/// What the compiler gets for a program with `CompileOptions::cuda_headers`.
struct SpelledProgram {
  Program program{};
  std::set<std::string, std::less<>> left_out{};  ///< names of the host's declarations
};

/// The text that the compiler gets for a program with `CompileOptions::cuda_headers`: what CUDA
/// declares without a header comes first, then the program's macros, then its source, whose lines
/// keep their numbers. Other programs are returned as they are.
/// @param hints  what the compiler reported about the result of an earlier call
SpelledProgram with_cuda_spelling(const Program& program, const SpellingTarget& target,
                                  const HostCodeHints& hints = {});

/// Whether a compiler's error is about a function whose own errors were told before.
bool is_told_before(std::string_view message);

/// A compiler's log with CUDA's names in place of those that macros give its functions and types.
std::string with_cuda_names(std::string log);

/// A source without the part that `with_cuda_spelling` added.
std::string_view without_spelling_prologue(std::string_view source);

}  // namespace duet
