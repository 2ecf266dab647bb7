#pragma once

#include <string>
#include <vector>

namespace amd_emulator {

/// The options of clang-19 with which it compiles what hiprtc compiles: hiprtc's built-in header
/// and AMD's device libraries, which HIP's packages install.
/// @param target  "gfx942", perhaps with features
/// @throws std::exception if a file of HIP is not found
std::vector<std::string> clang_options(const std::string& target);

/// Starts clang-19 and waits for it.
/// @param log  the file for what it prints
/// @returns whether it succeeded
bool run_clang(std::vector<std::string> arguments, const std::string& log);

}  // namespace amd_emulator
