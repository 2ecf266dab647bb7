#pragma once

#include <stdexcept>

namespace amd_emulator {

/// What would stop a kernel on a device, or what the emulator does not know. The text names the
/// place.
class Fault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace amd_emulator
