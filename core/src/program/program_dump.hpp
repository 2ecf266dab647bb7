#pragma once

#include <filesystem>
#include <string>

#include <duet/program.hpp>

namespace duet {

/// If $DUET_KEEP_PROGRAMS is set, writes the program with `write_program` to a new folder in
/// $DUET_KEEP_PROGRAMS/compiled or, if it does not compile, in $DUET_KEEP_PROGRAMS/refused. Equal
/// programs are written once. Thread-safety: concurrent writers, also in other processes, are safe.
/// @throws Error (io)
void dump_program(const Program& program, bool compiled);

/// Writes a program to a folder:
///   program.cu     the source
///   headers/…      the program's own headers
///   arguments      the arguments of `duet compile program.cu` except the architecture, each with a
///                  null character behind it: xargs -0 duet compile program.cu <arguments
/// @throws std::filesystem::filesystem_error
void write_program(const Program& program, const std::filesystem::path& folder);

/// Returns a hash of the program's content: source, headers and arguments.
std::string fingerprint_of(const Program& program);

}  // namespace duet
