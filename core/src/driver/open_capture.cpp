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

OpenCapture::OpenCapture(vendor::StreamHandle captured)
    : stream(captured), older(std::exchange(newest, this)) {}

OpenCapture::~OpenCapture() {
  for (const auto& [pool, kept] : memory) kept->capture_ended();
  OpenCapture** link = &newest;
  while (*link != nullptr && *link != this) link = &(*link)->older;
  if (*link == this) *link = older;
}

bool end_capture(vendor::StreamHandle stream) noexcept {
  vendor::GraphHandle graph{};
  if (driver_table().stream_end_capture(stream, &graph) == vendor::success) {
    if (graph != nullptr) (void)driver_table().graph_destroy(graph);
    return true;
  }
  vendor::clear_pending_error();
  vendor::CaptureStatus status{};
  return driver_table().stream_is_capturing(stream, &status) == vendor::success &&
         status == vendor::not_capturing;
}

void end_captures_of(vendor::StreamHandle stream) noexcept {
  for (OpenCapture* capture = newest; capture != nullptr; capture = capture->older) {
    if (capture->stream != stream || capture->is_lost) continue;
    (void)end_capture(stream);
    capture->is_lost = true;
  }
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
