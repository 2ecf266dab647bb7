#pragma once

namespace duet {

namespace detail {
extern bool forked_copy;  ///< set while the copy has one thread only
}

/// Whether this process is a copy that fork() made of a process that used duet. Such a copy lacks
/// the threads of duet and of the driver, and locks may be held for ever: it may only call exec or
/// end. Destructors and exit handlers of duet do nothing there. Thread-safety: any thread.
inline bool is_forked_copy() noexcept { return detail::forked_copy; }

/// Lets `is_forked_copy` notice forks from now on. Called before the first thread starts.
void watch_forks() noexcept;

}  // namespace duet
