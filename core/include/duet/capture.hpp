#pragma once

#include <memory>

#include <duet/export.hpp>
#include <duet/graph.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
class CapturedGraph;
class OpenCapture;
}  // namespace detail

/// Records what is submitted to a stream into a graph instead of running it: calls of duet, of the
/// vendor and of libraries. Another stream joins the capture by waiting for an event recorded in
/// it; the captured stream must wait for that stream in turn before the capture ends.
///
///     StreamCapture capture(stream);
///     library_call(native(stream));
///     Graph graph = capture.finish();
///
/// During the capture this thread must not wait for the stream, allocate memory in its order,
/// compile or load code (call `prepare` before): those are errors and may end the capture. Other
/// threads are not restricted but must not use the stream. Thread-safety: none; all members must be
/// called on the thread that created the object.
class StreamCapture {
 public:
  /// Begins the capture.
  /// @param stream  must outlive this object
  /// @throws Error  capture_failed if the stream is being captured already; not_supported if the
  ///                driver does not capture kernels (HIP before 5.3)
  explicit StreamCapture(StreamRef stream);
  StreamCapture(const StreamCapture&) = delete;
  StreamCapture& operator=(const StreamCapture&) = delete;
  /// Discards the capture unless it has ended.
  ~StreamCapture();

  /// The stream that is captured.
  StreamRef stream() const noexcept { return stream_; }

  /// Ends the capture.
  /// @returns a graph with one node of kind `captured`, owned by the caller
  /// @throws Error  capture_failed if a forbidden call broke the capture, or if a stream that
  /// joined
  ///                was not waited for, and on another thread, where the capture stays open;
  ///                invalid_handle if the capture has ended already
  Graph finish();

  /// Ends the capture and drops what it recorded. No-op if it has ended.
  void discard() noexcept;

  /// Internal: ends the capture as `finish` does. @returns what it recorded
  std::shared_ptr<const detail::CapturedGraph> finish_captured();

 private:
  StreamRef stream_;
  std::unique_ptr<detail::OpenCapture> open_;  ///< null once the capture has ended
};

}  // namespace duet
DUET_API_END
