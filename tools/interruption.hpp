#pragma once

namespace duet::tool {

/// Makes the command end cleanly on Ctrl-C, SIGTERM and SIGHUP: a thread waits for them, ends the
/// compilers that were started, removes temporary folders, and ends the process by the signal.
/// Signals that the process ignores stay ignored. Call it before any other thread exists.
void end_cleanly_on_signals();

}  // namespace duet::tool
