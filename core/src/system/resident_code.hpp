#pragma once

namespace duet {

/// Keeps the library that contains this code loaded until the process ends, also if it is a plugin
/// that links duet statically and is closed by dlclose: threads and signal handlers run in it. Does
/// nothing in the program itself. Thread-safety: any thread.
void keep_code_loaded() noexcept;

/// Maps the pages of this code and of its constants that are in memory, which takes less than a
/// page fault for every few of them later. Linux before 5.14 ignores it. Thread-safety: any thread.
void map_own_code() noexcept;

}  // namespace duet
