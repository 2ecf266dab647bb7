// The calls for streams.

#include <algorithm>
#include <new>

#include "current_device.hpp"
#include "stream_list.hpp"
#include "submit.hpp"
#include "workers.hpp"

namespace duet::cpu {

namespace {

constexpr unsigned non_blocking = 1;
constexpr int least_priority = 0;
constexpr int greatest_priority = -1;

class HostOperation final : public Operation {
 public:
  HostOperation(void (*function)(void*), void* data) noexcept : function_(function), data_(data) {}
  Status run() noexcept override {
    function_(data_);
    return Status::success;
  }

 private:
  void (*function_)(void*);
  void* data_;
};

/// Runs `action`, which may run out of memory.
template <typename Action>
Status guarded(Action action) noexcept {
  try {
    return action();
  } catch (...) {
    return Status::out_of_memory;
  }
}

}  // namespace

std::shared_ptr<Stream> resolve(Stream* handle) {
  return handle != nullptr ? handle->shared_from_this()
                           : StreamList::instance().default_stream(current_device());
}

Point submit(std::shared_ptr<Stream> stream, std::unique_ptr<Operation> operation) {
  if (stream->is_blocking) {
    // The default stream waits for all blocking streams, and they for it.
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
  return {std::move(stream), number};
}

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
    if (queried->is_done()) return queried->take_error();
    queried->is_polled.store(true);
    Workers::instance().progress_wanted();
    return Status::not_ready;
  });
}

Status stream_synchronize(Stream* stream) noexcept {
  return guarded([&] {
    const std::shared_ptr<Stream> awaited = resolve(stream);
    awaited->finish();
    return awaited->take_error();
  });
}

Status stream_host_function(Stream* stream, void (*function)(void*), void* data) noexcept {
  if (function == nullptr) return Status::invalid_value;
  return submit_new<HostOperation>(stream, function, data);
}

Status device_synchronize() noexcept {
  return guarded([&] {
    Status first = Status::success;
    for (const auto& stream : StreamList::instance().of_device(current_device())) {
      stream->finish();
      const Status error = stream->take_error();
      if (first == Status::success) first = error;
    }
    return first;
  });
}

}  // namespace duet::cpu
