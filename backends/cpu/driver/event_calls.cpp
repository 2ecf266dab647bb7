// Events and the calls for them.

#include <cstdint>
#include <new>

#include "cpu/base/failure_note.hpp"
#include "cpu/base/guarded.hpp"
#include "cpu/stream/capture.hpp"
#include "cpu/stream/event.hpp"
#include "cpu/stream/reported_failure.hpp"
#include "cpu/stream/submit.hpp"
#include "cpu/stream/workers.hpp"

namespace duet::cpu {

namespace {

constexpr unsigned no_timing = 1;
constexpr unsigned blocking = 2;  // all events are
constexpr unsigned interprocess = 4;

class RecordOperation final : public Operation {
 public:
  explicit RecordOperation(std::shared_ptr<Recording> recording) noexcept
      : recording_(std::move(recording)) {}
  Outcome run() noexcept override {
    recording_->take_time();
    return Status::success;
  }

 private:
  std::shared_ptr<Recording> recording_;
};

/// Adds a stream to the capture that an event was recorded in.
Status join(const std::shared_ptr<Stream>& stream, const std::shared_ptr<Capture>& present,
            const Recording& recording) {
  if (!recording.capture->is_open()) {
    return note_failure(
        {Status::capture_failed, "the event was recorded in a capture that has ended"});
  }
  if (present && present != recording.capture) {
    return present->break_off("waiting for an event of another capture");
  }
  recording.capture->join(stream, recording.after);
  if (!present) stream->captured_by.set(recording.capture);
  return Status::success;
}

/// @param pages  null if there is no memory for them
Status make_shared_event(Event** event, std::shared_ptr<SharedPages> pages) noexcept {
  if (pages == nullptr) return Status::out_of_memory;
  *event = new (std::nothrow) Event(std::move(pages));
  return *event != nullptr ? Status::success : Status::out_of_memory;
}

Status record_shared(const InterprocessEvent& event, const std::shared_ptr<Stream>& stream) {
  const Status allowed = refuse_if_captured(*stream, "recording an interprocess event");
  if (allowed == Status::success) event.record(stream);
  return allowed;
}

Status wait_for_shared(const InterprocessEvent& event, const std::shared_ptr<Stream>& stream) {
  const Status allowed = refuse_if_captured(*stream, "waiting for an interprocess event");
  if (allowed == Status::success && !event.is_reached()) event.make_wait(stream);
  return allowed;
}

}  // namespace

Status event_create(Event** event, unsigned flags) noexcept {
  constexpr unsigned known = no_timing | blocking | interprocess;
  if (event == nullptr || (flags & ~known) != 0) return Status::invalid_value;
  if ((flags & interprocess) != 0) return make_shared_event(event, InterprocessEvent::make_pages());
  *event = new (std::nothrow) Event((flags & no_timing) == 0);
  return *event != nullptr ? Status::success : Status::out_of_memory;
}

Status event_destroy(Event* event) noexcept {
  if (event == nullptr) return Status::invalid_value;
  delete event;
  return Status::success;
}

Status event_record(Event* event, Stream* stream) noexcept {
  if (event == nullptr) return Status::invalid_value;
  if (event->shared) {
    return guarded([&] { return record_shared(*event->shared, resolve(stream)); });
  }
  try {
    auto recording = std::make_shared<Recording>();
    std::shared_ptr<Stream> recorded = resolve(stream);
    if (auto capture = capture_of(*recorded)) {
      recording->after = capture->front(*recorded);
      recording->capture = std::move(capture);
      event->set_recording(std::move(recording));
      return Status::success;
    }
    const std::uint64_t completed = recorded->completed();
    if (completed == recorded->submitted() && !recorded->is_blocking) {
      recording->take_time();
      recording->point = {std::move(recorded), completed};
    } else {
      recording->point = submit(std::move(recorded), std::make_unique<RecordOperation>(recording));
    }
    // Last, since other threads wait for it from now on: it must be submitted.
    event->set_recording(std::move(recording));
    return Status::success;
  } catch (...) {
    return Status::out_of_memory;
  }
}

Status event_query(Event* event) noexcept {
  if (event == nullptr) return Status::invalid_value;
  if (event->shared) return event->shared->is_reached() ? Status::success : Status::not_ready;
  const auto recording = event->recording();
  if (!recording) return Status::success;
  if (recording->capture) return recording->capture->break_off("querying a captured event");
  Stream& stream = *recording->point.stream;
  if (recording->point.reached()) return report_failure(stream);
  stream.is_polled.store(true);
  Workers::instance().progress_wanted();
  return Status::not_ready;
}

Status event_synchronize(Event* event) noexcept {
  if (event == nullptr) return Status::invalid_value;
  if (event->shared) {
    event->shared->wait();
    return Status::success;
  }
  const auto recording = event->recording();
  if (!recording) return Status::success;
  if (recording->capture) return recording->capture->break_off("waiting for a captured event");
  Stream& stream = *recording->point.stream;
  stream.finish(recording->point.number);
  return report_failure(stream);
}

Status event_elapsed_ms(float* milliseconds, Event* start, Event* stop) noexcept {
  if (milliseconds == nullptr || start == nullptr || stop == nullptr) return Status::invalid_value;
  const auto first = start->recording();
  const auto second = stop->recording();
  if (!start->has_timing || !stop->has_timing || !first || !second) return Status::invalid_value;
  if (first->capture || second->capture) return Status::invalid_value;
  if (!first->point.reached() || !second->point.reached()) return Status::not_ready;
  const std::int64_t took = second->nanoseconds.load() - first->nanoseconds.load();
  *milliseconds = static_cast<float>(static_cast<double>(took) * 1e-6);
  return Status::success;
}

Status ipc_export_event(IpcHandle* handle, Event* event) noexcept {
  if (handle == nullptr || event == nullptr || !event->shared) return Status::invalid_value;
  *handle = event->shared->handle();
  return Status::success;
}

Status ipc_open_event(Event** event, IpcHandle handle) noexcept {
  if (event == nullptr) return Status::invalid_value;
  std::shared_ptr<SharedPages> pages = SharedPages::open(handle);
  if (pages == nullptr) return Status::invalid_value;
  return make_shared_event(event, std::move(pages));
}

Status stream_wait_event(Stream* stream, Event* event, unsigned flags) noexcept {
  if (event == nullptr || flags != 0) return Status::invalid_value;
  if (event->shared) {
    return guarded([&] { return wait_for_shared(*event->shared, resolve(stream)); });
  }
  const auto recording = event->recording();
  if (!recording) return Status::success;
  return guarded([&] {
    const std::shared_ptr<Stream> waiting = resolve(stream);
    const std::shared_ptr<Capture> capture = capture_of(*waiting);
    if (recording->capture) return join(waiting, capture, *recording);
    if (capture) return capture->break_off("waiting for an event of work that is not captured");
    if (!recording->point.reached()) {
      submit(waiting, std::make_unique<WaitOperation>(recording->point));
    }
    return Status::success;
  });
}

}  // namespace duet::cpu
