#pragma once

#include <memory>

#include <duet/export.hpp>
#include <duet/graph.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
class OpenCapture;
}

/// Turns what is submitted to a stream into a graph instead of running it: by duet, by the vendor's
/// calls, by libraries. Other streams join in by waiting for events that are recorded in the
/// capture, and must be waited for in turn before it ends.
///
///     StreamCapture capture(stream);
///     library_call(native(stream));
///     Graph graph = capture.finish();
///
/// Meanwhile this thread must not wait for the stream, allocate memory in its order, compile or
/// load code (`prepare` before): an error, which may end the capture, too. Other threads are not
/// restricted, and must leave the stream alone.
/// Thread-safety: none; all members must be called on the thread that made it.
class StreamCapture {
 public:
  /// @throws Error  capture_failed if the stream is being captured already;
  ///                not_supported where the driver does not capture kernels (HIP before 5.3)
  explicit StreamCapture(StreamRef stream);
  StreamCapture(const StreamCapture&) = delete;
  StreamCapture& operator=(const StreamCapture&) = delete;
  /// Discards what was captured, unless it is finished.
  ~StreamCapture();

  StreamRef stream() const noexcept { return stream_; }

  /// Ends the capture. @returns a graph of one node, of kind `captured`
  /// @throws Error  capture_failed if something that is not allowed was done meanwhile, or a stream
  ///                that joined in was not waited for; invalid_handle if it has ended before
  Graph finish();

  /// Ends the capture and forgets it. Nothing if it has ended.
  void discard() noexcept;

 private:
  StreamRef stream_;
  std::unique_ptr<detail::OpenCapture> open_;  ///< null once it has ended
};

}  // namespace duet
DUET_API_END
