#pragma once

#include <duet/command_encoder.hpp>
#include <duet/export.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

/// Where a collective is submitted: a stream, which may be captured, or a command encoder, which
/// orders it by the memory that it reads and writes. A view that must not outlive either.
class WorkQueue {
 public:
  /// Work for a stream.
  WorkQueue(StreamRef stream) noexcept  // NOLINT(google-explicit-constructor): a view
      : stream_(stream) {}
  /// Work for a stream. @throws Error  invalid_handle if empty
  WorkQueue(const Stream& stream)  // NOLINT(google-explicit-constructor): a view
      : stream_(stream.ref()) {}
  /// Work for an encoder. @throws Error  invalid_handle if it was moved from
  WorkQueue(CommandEncoder& encoder)  // NOLINT(google-explicit-constructor): a view
      : stream_(encoder.stream()), encoder_(&encoder) {}

  /// The stream, or that of the encoder.
  StreamRef stream() const noexcept { return stream_; }
  /// The encoder; null for a stream.
  CommandEncoder* encoder() const noexcept { return encoder_; }

  friend bool operator==(const WorkQueue&, const WorkQueue&) = default;

 private:
  StreamRef stream_;
  CommandEncoder* encoder_ = nullptr;
};

}  // namespace duet
DUET_API_END
