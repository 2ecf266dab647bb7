#pragma once

#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <duet/stream.hpp>

#include "driver.hpp"

namespace duet::detail {

using HostFunctions = std::vector<std::shared_ptr<std::function<void()>>>;

/// Memory that the work of a captured graph uses.
class CapturedMemory {
 public:
  CapturedMemory() = default;
  CapturedMemory(const CapturedMemory&) = delete;
  CapturedMemory& operator=(const CapturedMemory&) = delete;
  virtual ~CapturedMemory() = default;
  /// Called when the capture has been finished or discarded.
  virtual void capture_ended() noexcept = 0;
};
/// By the pool that it is of.
using CapturedMemories = std::vector<std::pair<const void*, std::shared_ptr<CapturedMemory>>>;

/// A capture that the calling thread has begun and not ended.
class OpenCapture {
 public:
  explicit OpenCapture(vendor::StreamHandle stream);
  OpenCapture(const OpenCapture&) = delete;
  OpenCapture& operator=(const OpenCapture&) = delete;
  ~OpenCapture();

  /// Host functions that the captured graph calls and must keep alive.
  HostFunctions functions{};
  /// Memory that was allocated in the capture and is kept for the graph.
  CapturedMemories memory{};
  bool is_of_this_thread() const noexcept { return thread == std::this_thread::get_id(); }

  /// Who has begun it.
  const std::thread::id thread = std::this_thread::get_id();
  /// What is captured.
  vendor::StreamHandle stream;
  /// Whether the stream has been destroyed, which ended the capture.
  bool is_lost = false;
  /// The thread's next older capture, or null.
  OpenCapture* older = nullptr;
};

/// Returns the calling thread's newest open capture, or null.
OpenCapture* newest_capture() noexcept;

/// Ends a capture and destroys its graph. @returns whether the stream is no longer captured
bool end_capture(vendor::StreamHandle stream) noexcept;

/// Ends the calling thread's captures of a stream that is about to be destroyed.
void end_captures_of(vendor::StreamHandle stream) noexcept;

/// Whether any capture is recording the stream. For a default stream, the device must be current.
inline bool is_captured(const Driver& driver, void* stream) {
  vendor::CaptureStatus status{};
  check(driver.stream_is_capturing(static_cast<vendor::StreamHandle>(stream), &status),
        DUET_CALL_SITE(DriverNames, stream_is_capturing, "stream, &status"));
  return status != vendor::not_capturing;
}
inline bool is_captured(const StreamRef& stream) { return is_captured(driver(), stream.handle()); }

/// @param action  words for the message, such as "loading code"
/// @throws Error (capture_failed) if the calling thread is capturing
void require_no_capture(const char* action);

}  // namespace duet::detail
