#include "open_capture.hpp"

#include <fmt/format.h>

#include <utility>

#include <duet/error.hpp>

#include "driver.hpp"

namespace duet::detail {

namespace {

constinit thread_local OpenCapture* newest = nullptr;

}  // namespace

OpenCapture* newest_capture() noexcept { return newest; }

OpenCapture::OpenCapture() : older(std::exchange(newest, this)) {}

OpenCapture::~OpenCapture() {
  for (const auto& [pool, kept] : memory) kept->capture_ended();
  OpenCapture** link = &newest;
  while (*link != nullptr && *link != this) link = &(*link)->older;
  if (*link == this) *link = older;
}

bool is_captured(const StreamRef& stream) {
  vendor::CaptureStatus status{};
  DUET_DRIVER(stream_is_capturing, static_cast<vendor::StreamHandle>(stream.handle()), &status);
  return status != vendor::not_capturing;
}

void require_no_capture(const char* action) {
  if (newest == nullptr) return;
  throw Error(
      ErrorCode::capture_failed,
      fmt::format("{} is not possible while this thread captures a stream: do it before the "
                  "capture, for kernels of `jit` with `prepare`",
                  action));
}

}  // namespace duet::detail
