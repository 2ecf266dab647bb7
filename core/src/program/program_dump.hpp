#pragma once

#include <filesystem>
#include <string>

#include <duet/compile.hpp>

namespace duet {

/// With $DUET_KEEP_PROGRAMS set, writes the program to a folder of its own in
/// $DUET_KEEP_PROGRAMS/compiled or, if the compiler refused it, /refused, as `write_program` does.
/// The same program is written once; processes and threads may write at the same time.
/// @throws Error (io)
void keep_program(const Program& program, bool compiled);

/// Writes a program to a folder:
///   program.cu     the source
///   headers/…      the program's own headers
///   arguments      what `duet compile program.cu` takes besides an architecture, each ended by a
///                  null character: xargs -0 duet compile program.cu <arguments
/// @throws std::filesystem::filesystem_error
void write_program(const Program& program, const std::filesystem::path& folder);

/// A number for the program's content: source, headers and arguments.
std::string fingerprint_of(const Program& program);

}  // namespace duet
