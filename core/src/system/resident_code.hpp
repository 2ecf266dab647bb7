#pragma once

namespace duet {

/// Keeps the library that contains this code loaded until the process ends, also if it is a plugin
/// that links duet statically and is closed by dlclose: threads and signal handlers run in it. Does
/// nothing in the program itself. Thread-safety: any thread.
void keep_code_loaded() noexcept;

}  // namespace duet
