#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <duet/program.hpp>

namespace duet {

/// The text that the compiler gets for a program with `CompileOptions::cuda_headers`: what CUDA
/// declares without a header comes first, then the program's macros, then its source, whose lines
/// keep their numbers. Other programs are returned as they are.
/// @param compiles_ptx   whether the compiler takes inline PTX, which is translated otherwise
/// @param expands_names  whether it expands macros in name expressions; if not, CUDA's types in
/// them
///                       are replaced by those that the macros stand for
Program with_cuda_spelling(const Program& program, bool compiles_ptx, bool expands_names);

/// A compiler's log with CUDA's names in place of those that macros give its functions and types.
std::string with_cuda_names(std::string log);

/// What to do about a refused program in CUDA's spelling that launches kernels or reads textures at
/// a place that the log names. Empty if that is not the reason.
std::string unsupported_cuda_advice(const Program& program, std::string_view log);

/// A source without the part that `with_cuda_spelling` added.
std::string_view without_spelling_prologue(std::string_view source);

/// The headers that `CompileOptions::cuda_headers` adds, sorted: "cuda_fp16.h", "cstdint".
std::vector<std::string_view> cuda_header_names();

/// Whether one of these headers has something for kernels; those of the host are empty or only
/// name types.
bool is_useful_cuda_header(std::string_view name);

/// What to do about a header that a program with these headers includes and that does not exist:
/// the most similar names, or all.
std::string missing_cuda_header_advice(std::string_view name);

}  // namespace duet
