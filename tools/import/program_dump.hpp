#pragma once

#include <filesystem>
#include <string>

#include <duet/compile.hpp>

namespace duet::tool {

/// Reads a program in the files that $DUET_KEEP_PROGRAMS and $DUET_KEEP_LAUNCHES write.
/// @param name  what it was called
/// @throws UsageError, CLI::ParseError
Program read_dumped_program(const std::filesystem::path& folder, const std::string& name);

/// Whether source or headers speak of waves, so that results may depend on their size.
bool uses_waves(const Program& program);

}  // namespace duet::tool
