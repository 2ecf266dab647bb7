#include <duet/capture.hpp>

#include <utility>

#include "captured_graph.hpp"
#include "driver/destruction.hpp"
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
  detail::destroy_leftovers(stream.device().state());
  if (detail::is_captured(stream)) {
    throw Error(ErrorCode::capture_failed, "the stream is already being captured");
  }
  auto open = std::make_unique<detail::OpenCapture>(native(stream));
  DUET_DRIVER(stream_begin_capture, native(stream), vendor::capture_thread_local);
  open_ = std::move(open);
}

StreamCapture::~StreamCapture() { discard(); }

Graph StreamCapture::finish() {
  std::shared_ptr<const detail::CapturedGraph> captured = finish_captured();
  Graph graph(stream_.device());
  // One driver crashes when it launches an empty child graph.
  if (!captured->is_empty()) {
    graph.own_state().nodes.push_back({detail::CapturedCall{std::move(captured)}});
  }
  return graph;
}

std::shared_ptr<const detail::CapturedGraph> StreamCapture::finish_captured() {
  if (open_ == nullptr) {
    throw Error(ErrorCode::invalid_handle, "the capture has ended: it was finished or discarded");
  }
  if (!open_->is_of_this_thread()) {
    throw Error(ErrorCode::capture_failed,
                "the capture was begun by another thread, which alone can finish it");
  }
  if (open_->is_lost) {
    open_ = nullptr;
    throw Error(ErrorCode::capture_failed,
                "the stream was destroyed during its capture; it must outlive the StreamCapture");
  }
  make_current(stream_.device());
  vendor::GraphHandle handle{};
  try {
    DUET_DRIVER(stream_end_capture, native(stream_), &handle);
  } catch (const Error&) {
    discard();  // some drivers leave the stream capturing after a failure
    throw;
  }
  detail::OwnedGraph owned(handle);
  const std::unique_ptr<detail::OpenCapture> ended = std::move(open_);
  return std::make_shared<const detail::CapturedGraph>(stream_.device(), std::move(owned),
                                                       std::move(ended->functions), ended->memory);
}

void StreamCapture::discard() noexcept {
  const std::unique_ptr<detail::OpenCapture> open = std::move(open_);
  if (open == nullptr || open->is_lost || is_forked_copy()) return;
  const detail::DeviceState& device = stream_.device().state();
  (void)try_make_current(device);  // most drivers find the device by the stream
  if (detail::end_capture(native(stream_))) return;
  try {
    // The next capture on the device ends this one first.
    detail::keep_capture(
        device, [stream = native(stream_)] { return detail::end_capture(stream); }, native(stream_),
        open->thread);
  } catch (...) {
    // No memory: the stream stays captured.
  }
}

}  // namespace duet
