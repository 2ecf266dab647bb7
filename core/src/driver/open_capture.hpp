#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <duet/stream.hpp>

namespace duet::detail {

using HostFunctions = std::vector<std::shared_ptr<std::function<void()>>>;

/// A capture that the calling thread has begun and not ended.
class OpenCapture {
 public:
  OpenCapture();
  OpenCapture(const OpenCapture&) = delete;
  OpenCapture& operator=(const OpenCapture&) = delete;
  ~OpenCapture();

  /// What the graph will call, and has to keep.
  HostFunctions functions{};
  /// The thread's next older one, or null.
  OpenCapture* older = nullptr;
};

/// The calling thread's newest, or null.
OpenCapture* newest_capture() noexcept;

/// Whether a capture, by whomever, has the stream's work. The device must be current.
bool is_captured(const StreamRef& stream);

/// @param what  for people: "loading code"
/// @throws Error (capture_failed) if the calling thread is capturing
void require_no_capture(const char* what);

}  // namespace duet::detail
