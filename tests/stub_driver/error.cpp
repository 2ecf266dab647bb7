// Statuses and their texts.

#include "cpu/stream/reported_failure.hpp"
#include "entry.hpp"

namespace stub_driver {

namespace {

struct Text {
  CUresult status;
  const char* name;
  const char* text;
};
#define DUET_STUB_STATUS(status, text) \
  { status, #status, text }
constexpr Text texts[] = {
    DUET_STUB_STATUS(CUDA_SUCCESS, "no error"),
    DUET_STUB_STATUS(CUDA_ERROR_INVALID_VALUE, "invalid argument"),
    DUET_STUB_STATUS(CUDA_ERROR_OUT_OF_MEMORY, "out of memory"),
    DUET_STUB_STATUS(CUDA_ERROR_DEINITIALIZED, "driver shutting down"),
    DUET_STUB_STATUS(CUDA_ERROR_NO_DEVICE, "no CUDA-capable device is detected"),
    DUET_STUB_STATUS(CUDA_ERROR_INVALID_DEVICE, "invalid device ordinal"),
    DUET_STUB_STATUS(CUDA_ERROR_INVALID_IMAGE, "device kernel image is invalid"),
    DUET_STUB_STATUS(CUDA_ERROR_INVALID_CONTEXT, "invalid device context"),
    DUET_STUB_STATUS(CUDA_ERROR_NO_BINARY_FOR_GPU, "no kernel image is available for execution"),
    DUET_STUB_STATUS(CUDA_ERROR_INVALID_PTX, "a PTX JIT compilation failed"),
    DUET_STUB_STATUS(CUDA_ERROR_INVALID_HANDLE, "invalid resource handle"),
    DUET_STUB_STATUS(CUDA_ERROR_NOT_FOUND, "named symbol not found"),
    DUET_STUB_STATUS(CUDA_ERROR_NOT_READY, "device not ready"),
    DUET_STUB_STATUS(CUDA_ERROR_ILLEGAL_ADDRESS, "an illegal memory access was encountered"),
    DUET_STUB_STATUS(CUDA_ERROR_LAUNCH_FAILED, "unspecified launch failure"),
    DUET_STUB_STATUS(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "too many resources requested for launch"),
    DUET_STUB_STATUS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
                     "too many blocks in cooperative launch"),
    DUET_STUB_STATUS(CUDA_ERROR_NOT_SUPPORTED, "operation not supported"),
    DUET_STUB_STATUS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                     "operation not permitted when stream is capturing"),
    DUET_STUB_STATUS(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, "the graph update was not performed"),
    DUET_STUB_STATUS(CUDA_ERROR_UNKNOWN, "unknown error"),
};
#undef DUET_STUB_STATUS

CUresult find(CUresult status, const char* Text::*member, const char** result) {
  if (result == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *result = nullptr;
  for (const Text& text : texts) {
    if (text.status == status) *result = text.*member;
  }
  return *result != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

}  // namespace

CUresult to_cuda(cpu::Status status) noexcept {
  if (status != cpu::Status::success && status != cpu::Status::not_ready)
    cpu::acknowledge_failure();
  switch (status) {
    case cpu::Status::success: return CUDA_SUCCESS;
    case cpu::Status::not_ready: return CUDA_ERROR_NOT_READY;
    case cpu::Status::invalid_value: return CUDA_ERROR_INVALID_VALUE;
    case cpu::Status::invalid_device: return CUDA_ERROR_INVALID_DEVICE;
    case cpu::Status::out_of_memory: return CUDA_ERROR_OUT_OF_MEMORY;
    case cpu::Status::invalid_image: return CUDA_ERROR_INVALID_IMAGE;
    case cpu::Status::not_found: return CUDA_ERROR_NOT_FOUND;
    case cpu::Status::launch_failed: return CUDA_ERROR_LAUNCH_FAILED;
    case cpu::Status::capture_failed: return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    case cpu::Status::already_registered: return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
    case cpu::Status::not_supported: return CUDA_ERROR_NOT_SUPPORTED;
  }
  return CUDA_ERROR_UNKNOWN;
}

}  // namespace stub_driver

CUresult cuGetErrorName(CUresult status, const char** name) {
  return stub_driver::find(status, &stub_driver::Text::name, name);
}
CUresult cuGetErrorString(CUresult status, const char** text) {
  return stub_driver::find(status, &stub_driver::Text::text, text);
}
