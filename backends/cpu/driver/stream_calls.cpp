// The calls for streams.

#include <algorithm>
#include <new>

#include "cpu/base/current_device.hpp"
#include "cpu/base/failure_note.hpp"
#include "cpu/base/guarded.hpp"
#include "cpu/stream/capture.hpp"
#include "cpu/stream/operations.hpp"
#include "cpu/stream/reported_failure.hpp"
#include "cpu/stream/stream_list.hpp"
#include "cpu/stream/submit.hpp"
#include "cpu/stream/workers.hpp"

namespace duet::cpu {

namespace {

constexpr unsigned non_blocking = 1;
constexpr int least_priority = 0;
constexpr int greatest_priority = -1;

class HostOperation final : public Operation {
 public:
  HostOperation(void (*function)(void*), void* data) noexcept : function_(function), data_(data) {}
  Outcome run() noexcept override {
    function_(data_);
    return Status::success;
  }
  GraphNodeType type() const noexcept override { return GraphNodeType::host; }

 private:
  void (*function_)(void*);
  void* data_;
};

}  // namespace

Status stream_create(Stream** stream, unsigned flags, int priority) noexcept {
  if (stream == nullptr || flags > non_blocking) return Status::invalid_value;
  return guarded([&] {
    const int clamped = std::clamp(priority, greatest_priority, least_priority);
    *stream = StreamList::instance().create(current_device(), (flags & non_blocking) == 0, clamped);
    return Status::success;
  });
}

Status stream_destroy(Stream* stream) noexcept {
  if (stream == nullptr) return Status::invalid_value;
  StreamList::instance().destroy(*stream);
  return Status::success;
}

Status stream_priority_range(int* least, int* greatest) noexcept {
  if (least == nullptr || greatest == nullptr) return Status::invalid_value;
  *least = least_priority;
  *greatest = greatest_priority;
  return Status::success;
}

Status stream_query(Stream* stream) noexcept {
  return guarded([&] {
    const std::shared_ptr<Stream> queried = resolve(stream);
    const Status allowed = refuse_if_captured(*queried, "querying a stream");
    if (allowed != Status::success) return allowed;
    if (queried->is_done()) return report_failure(*queried);
    queried->is_polled.store(true);
    Workers::instance().progress_wanted();
    return Status::not_ready;
  });
}

Status stream_synchronize(Stream* stream) noexcept {
  return guarded([&] {
    const std::shared_ptr<Stream> awaited = resolve(stream);
    const Status allowed = refuse_if_captured(*awaited, "waiting for a stream");
    if (allowed != Status::success) return allowed;
    awaited->finish();
    return report_failure(*awaited);
  });
}

std::unique_ptr<Operation> make_host(void (*function)(void*), void* data) {
  return std::make_unique<HostOperation>(function, data);
}

Status stream_host_function(Stream* stream, void (*function)(void*), void* data) noexcept {
  if (function == nullptr) return Status::invalid_value;
  return submit_new<HostOperation>(stream, function, data);
}

Status device_synchronize() noexcept {
  if (is_thread_capturing()) {
    return note_failure({Status::capture_failed,
                         "waiting for the device is not allowed on a thread that captures"});
  }
  return guarded([&] { return finish_all(StreamList::instance().of_device(current_device())); });
}

}  // namespace duet::cpu
