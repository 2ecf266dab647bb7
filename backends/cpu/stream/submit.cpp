#include "submit.hpp"

#include "capture.hpp"
#include "cpu/base/current_device.hpp"
#include "cpu/base/shutdown.hpp"
#include "operations.hpp"
#include "reported_failure.hpp"
#include "stream_list.hpp"
#include "workers.hpp"

namespace duet::cpu {

std::shared_ptr<Stream> resolve(Stream* handle) {
  return handle != nullptr ? handle->shared_from_this()
                           : StreamList::instance().default_stream(current_device());
}

Status finish_all(const std::vector<std::shared_ptr<Stream>>& streams) {
  for (const auto& stream : streams) stream->finish();
  for (const auto& stream : streams) {
    const Status status = report_failure(*stream);
    if (status != Status::success) return status;
  }
  return Status::success;
}

Point submit(std::shared_ptr<Stream> stream, std::unique_ptr<Operation> operation) {
  if (const auto capture = capture_of(*stream)) {
    capture->add(*stream, {std::move(operation)});
    return {};
  }
  if (stream->is_blocking) {
    // The default stream waits for all blocking streams, and they wait for it.
    StreamList& list = StreamList::instance();
    const std::shared_ptr<Stream> default_stream = list.default_stream(stream->device);
    std::vector<std::shared_ptr<Stream>> others;
    if (stream == default_stream) {
      others = list.of_device(stream->device, StreamList::Which::blocking);
    } else {
      others.push_back(default_stream);
    }
    for (const std::shared_ptr<Stream>& other : others) {
      if (other == stream || other->is_done()) continue;
      stream->submit(std::make_unique<WaitOperation>(Point{other, other->submitted()}));
    }
  }
  const std::uint64_t number = stream->submit(std::move(operation));
  Workers::instance().work_submitted();
  if (is_shutting_down()) [[unlikely]] {
    stream->finish(number);  // no worker is left, and no later call may wait
  }
  return {std::move(stream), number};
}

}  // namespace duet::cpu
