#pragma once

#include <chrono>
#include <optional>

#include <duet/timeout.hpp>

namespace duet::detail {

/// The milliseconds of a timeout.
std::chrono::milliseconds milliseconds_of(const Timeout& timeout);
/// The time that is given, else DUET_COLLECTIVE_TIMEOUT, else 10 minutes.
/// @throws Error  invalid_argument if the variable is no positive number
std::chrono::milliseconds timeout_or_default(std::optional<Timeout> given);

}  // namespace duet::detail
