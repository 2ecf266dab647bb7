#pragma once

#include "stream.hpp"

namespace duet::cpu {

// Failures of work stay with their stream until the user is told of one: calls of duet's own, such
// as polls of events, report it and leave it there.

/// Reports the stream's failure, whose text is noted. @returns its status, or success
Status report_failure(Stream& stream) noexcept;

/// Whether the calling thread's last failed call reported a failure of work, which has ended.
bool is_failure_of_work() noexcept;

/// Removes the failure that the calling thread's last failed call reported from its stream.
void acknowledge_failure() noexcept;

void forget_reported_failure() noexcept;

}  // namespace duet::cpu
