#include <duet/capture.hpp>

#include <utility>

#include "captured_graph.hpp"
#include "driver/device_state.hpp"
#include "driver/open_capture.hpp"
#include "graph_state.hpp"

namespace duet {

namespace {

vendor::StreamHandle native(const StreamRef& stream) {
  return static_cast<vendor::StreamHandle>(stream.handle());
}

}  // namespace

StreamCapture::StreamCapture(StreamRef stream) : stream_(stream) {
  if (!stream.device().info().stream_capture) {
    throw Error(
        ErrorCode::not_supported,
        "this version of the driver runs kernels immediately even when their stream is captured");
  }
  make_current(stream.device());
  if (detail::is_captured(stream)) {
    throw Error(ErrorCode::capture_failed, "the stream is already being captured");
  }
  auto open = std::make_unique<detail::OpenCapture>();
  DUET_DRIVER(stream_begin_capture, native(stream), vendor::capture_thread_local);
  open_ = std::move(open);
}

StreamCapture::~StreamCapture() { discard(); }

Graph StreamCapture::finish() {
  if (open_ == nullptr) {
    throw Error(ErrorCode::invalid_handle, "the capture has ended: it was finished or discarded");
  }
  make_current(stream_.device());
  vendor::GraphHandle handle{};
  try {
    DUET_DRIVER(stream_end_capture, native(stream_), &handle);
  } catch (const Error&) {
    discard();  // some drivers leave the stream capturing after a failure
    throw;
  }
  const std::unique_ptr<detail::OpenCapture> ended = std::move(open_);
  auto captured = std::make_shared<const detail::CapturedGraph>(stream_.device(), handle,
                                                                std::move(ended->functions));
  Graph graph(stream_.device());
  // One driver crashes when it launches an empty child graph.
  if (!captured->is_empty())
    graph.state().nodes.push_back({detail::CapturedCall{std::move(captured)}});
  return graph;
}

void StreamCapture::discard() noexcept {
  if (std::exchange(open_, nullptr) == nullptr) return;
  if (!try_make_current(stream_.device().state())) return;
  vendor::GraphHandle graph{};
  if (driver().stream_end_capture(native(stream_), &graph) == vendor::success) {
    (void)driver().graph_destroy(graph);
  } else {
    vendor::clear_pending_error();
  }
}

}  // namespace duet
