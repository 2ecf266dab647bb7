// Entry points for streams, events and captures.

#include <memory>

#include "cpu/stream/stream.hpp"
#include "hip/entry.hpp"
#include "hip/open_captures.hpp"

namespace amd_emulator {
namespace {

/// HIP's callback also takes the stream and a status.
struct Callback {
  hipStreamCallback_t function;
  hipStream_t stream;
  void* data;
};

void run_callback(void* data) {
  const std::unique_ptr<Callback> callback(static_cast<Callback*>(data));
  callback->function(callback->stream, hipSuccess, callback->data);
}

hipError_t create_event(hipEvent_t* event, unsigned flags) {
  constexpr unsigned known = hipEventBlockingSync | hipEventDisableTiming | hipEventInterprocess |
                             hipEventReleaseToDevice | hipEventReleaseToSystem;
  if ((flags & ~known) != 0) return hipErrorInvalidValue;
  if ((flags & hipEventInterprocess) != 0) return hipErrorNotSupported;
  return to_hip(cpu::event_create(to_cpu(event), (flags & hipEventDisableTiming) != 0 ? 1 : 0));
}

}  // namespace
}  // namespace amd_emulator

using namespace amd_emulator;

hipError_t hipStreamCreate(hipStream_t* stream) {
  return hipStreamCreateWithPriority(stream, hipStreamDefault, 0);
}

hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned int flags) {
  return hipStreamCreateWithPriority(stream, flags, 0);
}

hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned int flags, int priority) {
  static_assert(hipStreamDefault == 0 && hipStreamNonBlocking == 1, "as the CPU backend's flags");
  return entry([&] { return cpu::stream_create(to_cpu(stream), flags, priority); });
}

hipError_t hipStreamDestroy(hipStream_t stream) {
  return entry([&] {
    remove_open_capture(stream);
    return cpu::stream_destroy(to_cpu(stream));
  });
}

hipError_t hipStreamQuery(hipStream_t stream) {
  return entry([&] { return cpu::stream_query(to_cpu(stream)); });
}

hipError_t hipStreamSynchronize(hipStream_t stream) {
  return entry([&] { return cpu::stream_synchronize(to_cpu(stream)); });
}

hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned int flags) {
  return entry([&] { return cpu::stream_wait_event(to_cpu(stream), to_cpu(event), flags); });
}

hipError_t hipStreamGetFlags(hipStream_t stream, unsigned int* flags) {
  return entry([&] {
    if (stream == nullptr || flags == nullptr) return hipErrorInvalidValue;
    *flags = to_cpu(stream)->is_blocking ? hipStreamDefault : hipStreamNonBlocking;
    return hipSuccess;
  });
}

hipError_t hipStreamGetPriority(hipStream_t stream, int* priority) {
  return entry([&] {
    if (stream == nullptr || priority == nullptr) return hipErrorInvalidValue;
    *priority = to_cpu(stream)->priority;
    return hipSuccess;
  });
}

hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void* data) {
  return entry([&] { return cpu::stream_host_function(to_cpu(stream), function, data); });
}

hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t function, void* data,
                                unsigned int flags) {
  return entry([&] {
    if (function == nullptr || flags != 0) return cpu::Status::invalid_value;
    auto callback = std::make_unique<Callback>(Callback{function, stream, data});
    const cpu::Status status =
        cpu::stream_host_function(to_cpu(stream), &run_callback, callback.get());
    if (status == cpu::Status::success) (void)callback.release();  // run_callback deletes it
    return status;
  });
}

hipError_t hipEventCreate(hipEvent_t* event) {
  return entry([&] { return create_event(event, hipEventDefault); });
}

hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags) {
  return entry([&] { return create_event(event, flags); });
}

hipError_t hipEventDestroy(hipEvent_t event) {
  return entry([&] { return cpu::event_destroy(to_cpu(event)); });
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  return entry([&] { return cpu::event_record(to_cpu(event), to_cpu(stream)); });
}

hipError_t hipEventQuery(hipEvent_t event) {
  return entry([&] { return cpu::event_query(to_cpu(event)); });
}

hipError_t hipEventSynchronize(hipEvent_t event) {
  return entry([&] { return cpu::event_synchronize(to_cpu(event)); });
}

hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop) {
  return entry([&] { return cpu::event_elapsed_ms(milliseconds, to_cpu(start), to_cpu(stop)); });
}

hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode) {
  return entry([&] {
    const bool is_relaxed = mode == hipStreamCaptureModeRelaxed;
    const bool is_new = add_open_capture(stream);
    const cpu::Status begun =
        cpu::stream_begin_capture(to_cpu(stream), is_relaxed ? cpu::CaptureMode::relaxed
                                                             : cpu::CaptureMode::thread_local_only);
    if (is_new && begun != cpu::Status::success) remove_open_capture(stream);
    return begun;
  });
}

hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t* graph) {
  return entry([&] {
    if (is_invalidated(stream)) return hipErrorStreamCaptureInvalidated;
    const hipError_t ended = remember(cpu::stream_end_capture(to_cpu(stream), to_cpu(graph)));
    cpu::CaptureStatus left{};
    (void)cpu::stream_is_capturing(to_cpu(stream), &left);
    if (left != cpu::CaptureStatus::active) remove_open_capture(stream);
    return ended;
  });
}

hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus* status) {
  return entry([&] {
    if (status == nullptr) return cpu::Status::invalid_value;
    cpu::CaptureStatus found{};
    const cpu::Status asked = cpu::stream_is_capturing(to_cpu(stream), &found);
    *status = found != cpu::CaptureStatus::active ? hipStreamCaptureStatusNone
              : is_invalidated(stream)            ? hipStreamCaptureStatusInvalidated
                                                  : hipStreamCaptureStatusActive;
    return asked;
  });
}

hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode* mode) {
  return entry([&] {
    if (mode == nullptr) return hipErrorInvalidValue;
    *mode = exchange_capture_mode(*mode);
    return hipSuccess;
  });
}
