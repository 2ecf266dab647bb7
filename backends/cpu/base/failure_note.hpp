#pragma once

#include <string>

#include "outcome.hpp"

namespace duet::cpu {

// What is known of the last call of the calling thread that failed beyond its status.
// Thread-safety: each thread has a note of its own.

/// Keeps what the outcome says. @returns its status, for the call to return
Status note_failure(Outcome outcome) noexcept;
/// Empty if nothing is known of a failure with this status.
const std::string& noted_failure(Status status) noexcept;
void forget_failure() noexcept;

}  // namespace duet::cpu
