#pragma once

#include <filesystem>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// The folder that the calling thread's last launch was written to; empty if it was not written.
/// Thread-safety: each thread has its own.
///
/// If DUET_KEEP_LAUNCHES is set when the process starts, each `launch` of a kernel that this
/// process has compiled is written to a new folder `$DUET_KEEP_LAUNCHES/LABEL.NUMBER`: the program,
/// the arguments, and the memory that they point to before and after. docs/cases.md describes the
/// files. Launches then wait for the device, and new memory is filled with bytes 0xcd, so that
/// equal launches give equal files. Each launch reads three more variables:
/// - DUET_KEEP_LABEL: the beginning of the folder's name; if unset, the kernel's name
/// - DUET_KEEP_TOLERANCE: "ABSOLUTE,RELATIVE", the error that floating-point results may have
/// - DUET_KEEP_SKIP: the reason not to write launches, for instance that their results depend on
/// the
///   order of threads
///
/// Launches that are not written add a line to `$DUET_KEEP_LAUNCHES/left_out.txt`. `launch` throws
/// Error (io) if a folder cannot be written.
std::filesystem::path last_launch_dump();

}  // namespace duet
DUET_API_END
