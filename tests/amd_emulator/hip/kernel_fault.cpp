#include "hip/kernel_fault.hpp"

namespace amd_emulator {
namespace {

constexpr const char* address_prefix = "an illegal memory access: ";

}  // namespace

duet::cpu::Outcome outcome_of(const Fault& fault) {
  const bool is_address = fault.kind() == FaultKind::address;
  return {duet::cpu::Status::launch_failed,
          (is_address ? address_prefix : "") + std::string(fault.what())};
}

hipError_t fault_status(const std::string& text) noexcept {
  return text.starts_with(address_prefix) ? hipErrorIllegalAddress : hipErrorLaunchFailure;
}

}  // namespace amd_emulator
