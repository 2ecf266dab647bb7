#pragma once

#include <stdexcept>
#include <string>

namespace amd_emulator {

enum class FaultKind {
  other,    ///< what the emulator does not know, a trap, a wrong launch
  address,  ///< an access outside of memory, LDS or scratch
};

/// What would stop a kernel on a device, or what the emulator does not know. The text names the
/// place.
class Fault : public std::runtime_error {
 public:
  explicit Fault(const std::string& text, FaultKind kind = FaultKind::other)
      : std::runtime_error(text), kind_(kind) {}
  FaultKind kind() const noexcept { return kind_; }

 private:
  FaultKind kind_;
};

}  // namespace amd_emulator
