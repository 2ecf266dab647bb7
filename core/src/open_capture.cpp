#include "open_capture.hpp"

#include <fmt/format.h>

#include <duet/error.hpp>

#include "driver.hpp"

namespace duet::detail {

std::vector<OpenCapture*>& open_captures() noexcept {
  static thread_local std::vector<OpenCapture*> captures;
  return captures;
}

OpenCapture::OpenCapture() { open_captures().push_back(this); }
OpenCapture::~OpenCapture() { std::erase(open_captures(), this); }

bool is_captured(const StreamRef& stream) {
  vendor::CaptureStatus status{};
  DUET_DRIVER(stream_is_capturing, static_cast<vendor::StreamHandle>(stream.handle()), &status);
  return status != vendor::not_capturing;
}

void refuse_in_capture(const char* what) {
  if (open_captures().empty()) return;
  throw Error(
      ErrorCode::capture_failed,
      fmt::format("{} is not possible while this thread captures a stream: do it before, for "
                  "kernels of `jit` with `prepare`",
                  what));
}

}  // namespace duet::detail
