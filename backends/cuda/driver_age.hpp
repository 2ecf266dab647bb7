#pragma once

#include <fmt/format.h>

#include <string>

namespace duet::cuda {

/// Returns a warning if the driver is older than NVRTC; empty if it is not.
/// @param driver  1000 * major + 10 * minor of the CUDA version that the driver supports
inline std::string driver_age_warning(int driver, int compiler_major, int compiler_minor) {
  const int driver_major = driver / 1000;
  const int driver_minor = driver % 1000 / 10;
  if (driver >= 1000 * compiler_major + 10 * compiler_minor) return {};
  return fmt::format(
      "the driver supports CUDA {0}.{1} and is older than NVRTC {2}.{3}, so that it may refuse its "
      "code; update the driver, or install NVRTC {0}.{1}",
      driver_major, driver_minor, compiler_major, compiler_minor);
}

}  // namespace duet::cuda
