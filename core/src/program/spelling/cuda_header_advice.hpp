#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <duet/program.hpp>

namespace duet {

/// The headers that `CompileOptions::cuda_headers` adds, sorted: "cuda_fp16.h", "cstdint".
std::vector<std::string_view> cuda_header_names();

/// Whether one of these headers has something for kernels; those of the host are empty or only
/// name types.
bool is_useful_cuda_header(std::string_view name);

/// What to do about a header that a program with these headers includes and that does not exist:
/// the most similar names, or all, those in folders by the folder.
std::string missing_cuda_header_advice(std::string_view name);

/// What to do about a refused program in CUDA's spelling that needs an Eigen that was not found, or
/// launches kernels or reads textures at a place that the log names. Empty if that is not the
/// reason.
std::string unsupported_cuda_advice(const Program& program, std::string_view log);

}  // namespace duet
