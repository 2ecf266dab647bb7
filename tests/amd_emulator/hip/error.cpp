#include <string>
#include <utility>

#include "cpu/base/failure_note.hpp"
#include "cpu/stream/reported_failure.hpp"
#include "hip/entry.hpp"
#include "hip/kernel_fault.hpp"

namespace amd_emulator {
namespace {

thread_local hipError_t pending = hipSuccess;

/// The last status that the CPU backend's calls returned on this thread, with its explanation.
struct Explanation {
  hipError_t status = hipSuccess;
  std::string text{};
};
thread_local Explanation explanation;

}  // namespace

hipError_t to_hip(cpu::Status status) noexcept {
  switch (status) {
    case cpu::Status::success: return hipSuccess;
    case cpu::Status::not_ready: return hipErrorNotReady;
    case cpu::Status::invalid_value: return hipErrorInvalidValue;
    case cpu::Status::invalid_device: return hipErrorInvalidDevice;
    case cpu::Status::out_of_memory: return hipErrorOutOfMemory;
    case cpu::Status::invalid_image: return hipErrorInvalidImage;
    case cpu::Status::not_found: return hipErrorNotFound;
    case cpu::Status::launch_failed: return fault_status(cpu::noted_failure(status));
    case cpu::Status::capture_failed: return hipErrorStreamCaptureUnsupported;
    case cpu::Status::already_registered: return hipErrorHostMemoryAlreadyRegistered;
    case cpu::Status::not_supported: return hipErrorNotSupported;
  }
  return hipErrorUnknown;
}

hipError_t remember(hipError_t status) noexcept {
  if (status != hipSuccess) pending = status;
  return status;
}

hipError_t remember(cpu::Status status) noexcept {
  const hipError_t translated = to_hip(status);
  if (status != cpu::Status::success && status != cpu::Status::not_ready) {
    cpu::acknowledge_failure();
    try {
      explanation = {translated, cpu::noted_failure(status)};
      cpu::forget_failure();
    } catch (...) {
      explanation.status = hipSuccess;  // not enough memory for the text
    }
  }
  return remember(translated);
}

}  // namespace amd_emulator

using namespace amd_emulator;

hipError_t hipGetLastError() { return std::exchange(pending, hipSuccess); }
hipError_t hipPeekAtLastError() { return pending; }

/// The cause of this thread's last failure, which the emulator knows, or the name of the status.
const char* hipGetErrorString(hipError_t status) {
  const bool is_explained = explanation.status == status && !explanation.text.empty();
  return is_explained ? explanation.text.c_str() : hipGetErrorName(status);
}
