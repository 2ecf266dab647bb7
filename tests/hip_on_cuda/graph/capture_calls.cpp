#include <algorithm>
#include <atomic>
#include <utility>

#include "base/behaviour.hpp"
#include "base/error.hpp"
#include "capture_set.hpp"
#include "objects/entry.hpp"
#include "objects/stream.hpp"

using namespace hip_on_cuda;

namespace {

bool is_mode(hipStreamCaptureMode mode) {
  return mode >= hipStreamCaptureModeGlobal && mode <= hipStreamCaptureModeRelaxed;
}

unsigned long long next_id() {
  static std::atomic<unsigned long long> last{0};
  return ++last;
}

hipStreamCaptureStatus status_of(const Branch* branch) {
  if (branch == nullptr) return hipStreamCaptureStatusNone;
  return branch->capture->is_invalidated ? hipStreamCaptureStatusInvalidated
                                         : hipStreamCaptureStatusActive;
}

bool contains(const std::vector<Node*>& list, const Node* node) {
  return std::ranges::find(list, node) != list.end();
}

/// Whether every stream joined the origin before the end. A leaf that
/// hipStreamUpdateCaptureDependencies removed from the dependencies makes HIP accept all others,
/// too.
bool is_joined(const Branch& end) {
  const std::vector<Node*> leaves = end.capture->graph->leaves();
  const auto is_open = [&](const Node* leaf) { return !contains(end.last, leaf); };
  const bool joined =
      behaviour.ends_after_join ? std::ranges::none_of(leaves, is_open) : leaves.size() <= 1;
  return joined || std::ranges::any_of(leaves, [&](const Node* leaf) {
           return contains(end.capture->removed, leaf);
         });
}

/// Ends a capture. As in 5.2 and 6.2, a capture that is invalidated or not joined does not end, and
/// its streams cannot be used any more.
hipGraph_t end_capture(CaptureSet& set, hipStream_t stream, hipGraph_t* result) {
  const Branch* const branch = set.find(stream);
  require(branch != nullptr && branch->capture->origin == capture_key(stream),
          hipErrorStreamCaptureUnmatched);
  Capture& capture = *branch->capture;
  if (capture.mode != hipStreamCaptureModeRelaxed) {
    require(capture.is_listed && capture.thread == std::this_thread::get_id(),
            hipErrorStreamCaptureWrongThread);
  }
  // Takes memory. If there is none, the next call can end the capture.
  const bool joined = is_joined(*branch);
  capture.is_listed = false;
  if (capture.is_invalidated) {
    *result = nullptr;
    throw Failure{hipErrorStreamCaptureInvalidated};
  }
  require(joined, hipErrorStreamCaptureUnjoined);
  Graph* const graph = capture.graph.release();
  graph->is_capturing = false;
  set.remove(capture);
  return graph->handle();
}

}  // namespace

hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode) {
  return entry([&] {
    require(stream != nullptr, hipErrorStreamCaptureUnsupported);
    (void)activate(stream);
    require(is_mode(mode));
    CaptureSet& set = captures();
    const std::lock_guard lock(set.mutex);
    require(set.find(stream) == nullptr, hipErrorIllegalState);
    auto capture = std::make_shared<Capture>(Capture{.id = next_id(),
                                                     .mode = mode,
                                                     .thread = std::this_thread::get_id(),
                                                     .origin = capture_key(stream)});
    capture->graph->is_capturing = true;
    set.streams[capture_key(stream)] = Branch{.capture = std::move(capture)};
  });
}

hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t* graph) {
  return entry([&] {
    require(graph != nullptr && stream != nullptr);
    (void)activate(stream);
    CaptureSet& set = captures();
    const std::lock_guard lock(set.mutex);
    *graph = end_capture(set, stream, graph);
  });
}

hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus* status) {
  return entry([&] {
    require(status != nullptr);
    (void)activate(stream);
    CaptureSet& set = captures();
    const std::lock_guard lock(set.mutex);
    *status = status_of(set.find(stream));
  });
}

hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus* status,
                                   unsigned long long* id) {
  return hipStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr, nullptr);
}

hipError_t hipStreamGetCaptureInfo_v2(hipStream_t stream, hipStreamCaptureStatus* status,
                                      unsigned long long* id, hipGraph_t* graph,
                                      const hipGraphNode_t** dependencies, std::size_t* count) {
  return entry([&] {
    require(status != nullptr);
    require(stream != nullptr, hipErrorUnknown);
    (void)activate(stream);
    CaptureSet& set = captures();
    const std::lock_guard lock(set.mutex);
    Branch* const branch = set.find(stream);
    *status = status_of(branch);
    if (*status != hipStreamCaptureStatusActive) return;
    branch->handles.clear();
    for (Node* const node : branch->last) branch->handles.push_back(node->handle());
    if (id != nullptr) *id = branch->capture->id;
    if (graph != nullptr) *graph = branch->capture->graph->handle();
    if (dependencies != nullptr) *dependencies = branch->handles.data();
    if (count != nullptr) *count = branch->handles.size();
  });
}

hipError_t hipStreamUpdateCaptureDependencies(hipStream_t stream, hipGraphNode_t* dependencies,
                                              std::size_t count, unsigned int flags) {
  return entry([&] {
    (void)activate(stream);
    CaptureSet& set = captures();
    const std::lock_guard lock(set.mutex);
    Branch* const branch = set.find(stream);
    require(branch != nullptr, hipErrorIllegalState);
    require(count == 0 || dependencies != nullptr);
    require(flags == hipStreamAddCaptureDependencies || flags == hipStreamSetCaptureDependencies);
    std::vector<Node*> nodes;
    for (std::size_t i = 0; i < count; ++i) {
      Node& node = node_at(dependencies[i]);
      require(node.graph == branch->capture->graph.get());
      nodes.push_back(&node);
    }
    if (flags == hipStreamSetCaptureDependencies) {
      auto& removed = branch->capture->removed;
      removed.insert(removed.end(), branch->last.begin(), branch->last.end());
      branch->last.clear();
    }
    for (Node* const node : nodes) {
      if (!contains(branch->last, node)) branch->last.push_back(node);
    }
  });
}

hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode* mode) {
  return entry([&] {
    require(mode != nullptr && is_mode(*mode));
    std::swap(*mode, thread_capture_mode());
  });
}
