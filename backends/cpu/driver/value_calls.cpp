// The calls that write numbers in a stream's order and wait for them.

#include "cpu/base/driver_calls.hpp"
#include "cpu/base/guarded.hpp"
#include "cpu/stream/submit.hpp"
#include "cpu/stream/value_operations.hpp"
#include "cpu/stream/workers.hpp"

namespace duet::cpu {

void run_soon(Stream& stream) noexcept {
  stream.is_polled.store(true);
  Workers::instance().progress_wanted();
}

Status stream_write_value(Stream* handle, void* number, std::uint64_t value,
                          unsigned flags) noexcept {
  if (number == nullptr || flags != 0) return Status::invalid_value;
  return guarded([&] {
    const std::shared_ptr<Stream> stream = resolve(handle);
    submit(stream, std::make_unique<WriteValue>(static_cast<std::uint64_t*>(number), value));
    run_soon(*stream);
    return Status::success;
  });
}

Status stream_wait_value(Stream* handle, std::uint64_t* number, std::uint64_t value) noexcept {
  if (number == nullptr) return Status::invalid_value;
  return submit_new<WaitForValue>(handle, number, value);
}

}  // namespace duet::cpu
