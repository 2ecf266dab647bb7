#pragma once

#include <chrono>
#include <optional>

namespace duet::detail {

/// The time that is given, else DUET_COLLECTIVE_TIMEOUT, else 10 minutes.
/// @throws Error  invalid_argument if the variable is no positive number
std::chrono::milliseconds timeout_or_default(std::optional<std::chrono::milliseconds> given);

}  // namespace duet::detail
