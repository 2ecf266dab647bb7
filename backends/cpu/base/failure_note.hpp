#pragma once

#include <string>

#include "outcome.hpp"

namespace duet::cpu {

// The explanation of the calling thread's last failed call. Each thread has its own.

/// Keeps the outcome's text if it failed. @returns its status
Status note_failure(Outcome outcome) noexcept;
/// The kept text; empty if the kept failure has another status.
const std::string& noted_failure(Status status) noexcept;
void forget_failure() noexcept;

}  // namespace duet::cpu
