#pragma once

#include <cstdlib>
#include <string>

namespace duet::vendor {

/// The number in "sm_90a" or "compute_90"; 0 if there is none.
inline int architecture_number(const std::string& architecture) noexcept {
  const std::size_t digits = architecture.find_first_of("0123456789");
  return digits == std::string::npos ? 0 : std::atoi(architecture.c_str() + digits);
}

}  // namespace duet::vendor
