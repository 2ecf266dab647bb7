#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace duet {

// The variables and the values that they accept are listed in environment.cpp and in
// docs/environment.md. All functions can be called from any thread while none changes the
// environment.

/// Returns the value of an environment variable, accepted or not; empty if it is not set.
std::string environment_value(const char* variable);

/// Returns the value of a DUET_ variable; empty if it is not set. An unaccepted value is reported
/// as a warning and ignored. The text is that of the environment.
std::string_view accepted_value(const char* variable) noexcept;

/// As `accepted_value`, but throws on an unaccepted value. @throws Error invalid_argument
std::string_view required_value(const char* variable);

/// Whether an environment variable is set to "off". Other values than on and off are reported.
bool is_switched_off(const char* variable) noexcept;

/// Returns the value of an environment variable followed by `suffix`; empty if it is not set.
std::string environment_path(const char* variable, const std::string& suffix);

/// Parses a number of bytes with an optional K, M or G. @returns false if it is none
bool parse_bytes(std::string_view text, std::uint64_t& bytes) noexcept;

}  // namespace duet
