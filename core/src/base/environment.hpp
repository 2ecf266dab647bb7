#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

namespace duet {

/// Returns the value of an environment variable; empty if it is not set.
inline std::string environment_value(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? std::string() : value;
}

/// Whether an environment variable is set to "off".
inline bool is_switched_off(const char* variable) noexcept {
  const char* const value = std::getenv(variable);
  return value != nullptr && std::string_view(value) == "off";
}

/// Returns the value of an environment variable followed by `suffix`; empty if it is not set.
inline std::string environment_path(const char* variable, const std::string& suffix) {
  const std::string value = environment_value(variable);
  return value.empty() ? value : value + suffix;
}

}  // namespace duet
