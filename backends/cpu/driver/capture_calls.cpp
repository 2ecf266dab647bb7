// The calls for captures of streams.

#include <utility>

#include "cpu/base/failure_note.hpp"
#include "cpu/base/guarded.hpp"
#include "cpu/stream/capture.hpp"

namespace duet::cpu {

Status stream_begin_capture(Stream* stream, CaptureMode) noexcept {
  if (stream == nullptr) {
    return note_failure({Status::capture_failed, "the default stream cannot be captured"});
  }
  if (capture_of(*stream) != nullptr) {
    return note_failure({Status::capture_failed, "the stream is being captured already"});
  }
  return guarded([&] {
    begin_capture(*stream);
    return Status::success;
  });
}

Status stream_end_capture(Stream* stream, Graph** graph) noexcept {
  if (stream == nullptr || graph == nullptr) return Status::invalid_value;
  const std::shared_ptr<Capture> capture = capture_of(*stream);
  if (capture == nullptr) {
    return note_failure({Status::capture_failed, "the stream is not being captured"});
  }
  return guarded([&] {
    std::unique_ptr<Graph> captured;
    const Status status = capture->end(*stream, captured);
    *graph = captured.release();
    return status;
  });
}

Status stream_is_capturing(Stream* stream, CaptureStatus* status) noexcept {
  if (status == nullptr) return Status::invalid_value;
  const bool is_captured = stream != nullptr && capture_of(*stream) != nullptr;
  *status = is_captured ? CaptureStatus::active : CaptureStatus::none;
  return Status::success;
}

Status thread_capture_mode(CaptureMode* mode) noexcept {
  // No mode restricts threads on this backend.
  thread_local CaptureMode current = CaptureMode::thread_local_only;
  if (mode == nullptr) return Status::invalid_value;
  std::swap(*mode, current);
  return Status::success;
}

}  // namespace duet::cpu
