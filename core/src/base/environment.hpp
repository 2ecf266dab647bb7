#pragma once

#include <cstdlib>
#include <string_view>

namespace duet {

/// Whether an environment variable is set to "off".
inline bool is_switched_off(const char* variable) noexcept {
  const char* value = std::getenv(variable);
  return value != nullptr && std::string_view(value) == "off";
}

}  // namespace duet
