// Entry points for streams, events and captures.

#include "entry.hpp"

using namespace stub_driver;

namespace {

cpu::CaptureMode to_cpu_mode(CUstreamCaptureMode mode) {
  return mode == CU_STREAM_CAPTURE_MODE_RELAXED ? cpu::CaptureMode::relaxed
                                                : cpu::CaptureMode::thread_local_only;
}

}  // namespace

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned int flags, int priority) {
  static_assert(CU_STREAM_DEFAULT == 0 && CU_STREAM_NON_BLOCKING == 1,
                "as the CPU backend's flags");
  return entry([&] { return cpu::stream_create(to_cpu(stream), flags, priority); });
}
CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  return cuStreamCreateWithPriority(stream, flags, 0);
}

CUresult cuStreamDestroy(CUstream stream) {
  return entry([&] { return cpu::stream_destroy(to_cpu(stream)); });
}
CUresult cuStreamQuery(CUstream stream) {
  return entry([&] { return cpu::stream_query(to_cpu(stream)); });
}
CUresult cuStreamSynchronize(CUstream stream) {
  return entry([&] { return cpu::stream_synchronize(to_cpu(stream)); });
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
  return entry([&] { return cpu::stream_wait_event(to_cpu(stream), to_cpu(event), flags); });
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  return entry([&] { return cpu::stream_host_function(to_cpu(stream), function, data); });
}
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr number, cuuint64_t value,
                              unsigned int flags) {
  return entry(
      [&] { return cpu::stream_write_value(to_cpu(stream), to_cpu(number), value, flags); });
}
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr number, cuuint64_t value,
                             unsigned int flags) {
  if (flags != CU_STREAM_WAIT_VALUE_GEQ) return CUDA_ERROR_NOT_SUPPORTED;
  auto* const memory = static_cast<std::uint64_t*>(to_cpu(number));
  return entry([&] { return cpu::stream_wait_value(to_cpu(stream), memory, value); });
}

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode) {
  return entry([&] { return cpu::stream_begin_capture(to_cpu(stream), to_cpu_mode(mode)); });
}
CUresult cuStreamEndCapture(CUstream stream, CUgraph* graph) {
  return entry([&] { return cpu::stream_end_capture(to_cpu(stream), to_cpu(graph)); });
}
CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status) {
  return entry([&] {
    cpu::CaptureStatus found{};
    const cpu::Status result = cpu::stream_is_capturing(to_cpu(stream), &found);
    *status = found == cpu::CaptureStatus::active ? CU_STREAM_CAPTURE_STATUS_ACTIVE
                                                  : CU_STREAM_CAPTURE_STATUS_NONE;
    return result;
  });
}
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
  return entry([&] {
    cpu::CaptureMode exchanged = to_cpu_mode(*mode);
    const cpu::Status result = cpu::thread_capture_mode(&exchanged);
    *mode = exchanged == cpu::CaptureMode::relaxed ? CU_STREAM_CAPTURE_MODE_RELAXED
                                                   : CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
    return result;
  });
}

CUresult cuEventCreate(CUevent* event, unsigned int flags) {
  const bool has_timing = (flags & CU_EVENT_DISABLE_TIMING) == 0;
  return entry([&] { return cpu::event_create(to_cpu(event), has_timing ? 0 : 1); });
}
CUresult cuEventDestroy(CUevent event) {
  return entry([&] { return cpu::event_destroy(to_cpu(event)); });
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  return entry([&] { return cpu::event_record(to_cpu(event), to_cpu(stream)); });
}
CUresult cuEventQuery(CUevent event) {
  return entry([&] { return cpu::event_query(to_cpu(event)); });
}
CUresult cuEventSynchronize(CUevent event) {
  return entry([&] { return cpu::event_synchronize(to_cpu(event)); });
}
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent stop) {
  return entry([&] { return cpu::event_elapsed_ms(milliseconds, to_cpu(start), to_cpu(stop)); });
}
