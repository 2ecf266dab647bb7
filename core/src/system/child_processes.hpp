#pragma once

#include <sys/types.h>

#include <functional>

namespace duet {

// The child processes that were started by `start_child` and not yet waited for by
// `wait_for_child`. Thread-safety: any thread.

/// Calls a function that starts a child process, and notes the child.
/// @param start  returns the child's number; its exceptions are passed on
pid_t start_child(const std::function<pid_t()>& start);

/// Waits for the end of a child. @param status  as for waitpid(2)
/// @returns false if the status is lost, as in a process that ignores SIGCHLD
bool wait_for_child(pid_t child, int& status) noexcept;

/// Ends the children and their descendants: asks them with SIGTERM, so that compilers remove their
/// files, and kills them after a second. Afterwards, starting and waiting for a child block
/// forever.
void end_children() noexcept;

}  // namespace duet
