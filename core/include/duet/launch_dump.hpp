#pragma once

#include <filesystem>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// With $DUET_KEEP_LAUNCHES set when the process starts, each `launch` of a kernel that this
/// process has compiled is kept in a folder of its own, $DUET_KEEP_LAUNCHES/<label>.<number>: the
/// program, the arguments, and the memory that they point to before and after (docs/cases.md says
/// in which files). Launches then wait for the device, and new memory is filled with bytes 0xcd, so
/// that the same launches look the same each time. Looked at by each launch:
///   $DUET_KEEP_LABEL      begins the folder's name; unset: the kernel's name
///   $DUET_KEEP_TOLERANCE  "ABSOLUTE,RELATIVE": how far floating-point results may be from these
///   $DUET_KEEP_SKIP       why launches are not to be kept, for instance because their results
///                         depend on the order of threads
/// What is not kept is a line in $DUET_KEEP_LAUNCHES/left_out.txt. `launch` throws Error (io) if a
/// folder cannot be written.
///
/// @returns the folder of the calling thread's last launch; empty if it was not kept
std::filesystem::path last_launch_dump();

}  // namespace duet
DUET_API_END
