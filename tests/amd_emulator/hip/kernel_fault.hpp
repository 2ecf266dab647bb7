#pragma once

#include <string>

#include "base/fault.hpp"
#include "cpu/base/outcome.hpp"
#include "hip_on_cuda/base/hip_api.hpp"

namespace amd_emulator {

/// The outcome of a launch that a fault stopped. Its text begins with the name of HIP's status.
duet::cpu::Outcome outcome_of(const Fault& fault);

/// HIP's status of such a text.
hipError_t fault_status(const std::string& text) noexcept;

}  // namespace amd_emulator
