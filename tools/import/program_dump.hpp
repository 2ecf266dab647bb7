#pragma once

#include <filesystem>
#include <string>

#include <duet/compile.hpp>

namespace duet::tool {

/// Reads a program that was dumped under $DUET_KEEP_PROGRAMS or $DUET_KEEP_LAUNCHES.
/// @param name  the name of the result
/// @throws UsageError, CLI::ParseError
Program read_dumped_program(const std::filesystem::path& folder, const std::string& name);

/// Whether source or headers mention wave operations, so that results may depend on the wave size.
bool uses_waves(const Program& program);

}  // namespace duet::tool
