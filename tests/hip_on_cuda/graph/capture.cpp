#include "capture.hpp"

#include <algorithm>

#include "base/behaviour.hpp"
#include "base/error.hpp"
#include "capture_set.hpp"
#include "objects/stream.hpp"

namespace hip_on_cuda {
namespace {

bool blocks_this_thread(const Capture& capture) {
  return capture.is_listed && capture.mode != hipStreamCaptureModeRelaxed &&
         capture.thread == std::this_thread::get_id();
}

bool blocks_all_threads(const Capture& capture) {
  return capture.is_listed && capture.mode == hipStreamCaptureModeGlobal;
}

/// Refuses the call if a capture satisfies the predicate. From 6.2 on also invalidates the capture.
template <typename Predicate>
void refuse_if(const Predicate& predicate, hipError_t status) {
  CaptureSet& set = captures();
  const std::lock_guard lock(set.mutex);
  bool found = false;
  for (auto& [stream, branch] : set.streams) {
    if (!predicate(*branch.capture)) continue;
    found = true;
    if (behaviour.invalidates_captures) branch.capture->is_invalidated = true;
  }
  require(!found, status);
}

bool any_mode_but_relaxed(const Capture& capture) {
  return blocks_this_thread(capture) || blocks_all_threads(capture);
}

}  // namespace

CaptureSet& captures() {
  static CaptureSet& set = *new CaptureSet;
  return set;
}

Branch* CaptureSet::find(hipStream_t stream) {
  if (stream == nullptr) return nullptr;
  const auto found = streams.find(capture_key(stream));
  return found == streams.end() ? nullptr : &found->second;
}

void CaptureSet::remove(const Capture& capture) {
  const auto belongs = [&](const auto& entry) { return entry.second.capture.get() == &capture; };
  // Keeps the capture alive while its references are erased.
  const std::shared_ptr<Capture> kept = streams.at(capture.origin).capture;
  std::erase_if(streams, belongs);
  std::erase_if(events, belongs);
}

hipStream_t capture_key(hipStream_t stream) {
  static thread_local char own;
  return stream == hipStreamPerThread ? reinterpret_cast<hipStream_t>(&own) : stream;
}

hipStreamCaptureMode& thread_capture_mode() {
  static thread_local hipStreamCaptureMode mode = hipStreamCaptureModeGlobal;
  return mode;
}

bool is_capturing(hipStream_t stream) {
  CaptureSet& set = captures();
  const std::lock_guard lock(set.mutex);
  const Branch* const branch = set.find(stream);
  if (branch == nullptr) return false;
  require(!branch->capture->is_invalidated, hipErrorStreamCaptureInvalidated);
  return true;
}

void record(hipStream_t stream, NodeParams params) {
  CaptureSet& set = captures();
  const std::lock_guard lock(set.mutex);
  Branch& branch = *set.find(stream);
  branch.last = {&branch.capture->graph->add(std::move(params), branch.last)};
}

bool record_event(hipEvent_t event, hipStream_t stream) {
  CaptureSet& set = captures();
  const std::lock_guard lock(set.mutex);
  const Branch* const branch = set.find(stream);
  if (branch == nullptr) {
    set.events.erase(event);
    return false;
  }
  set.events[event] = Branch{branch->capture, branch->last};
  return true;
}

bool wait_for_event(hipStream_t stream, hipEvent_t event) {
  CaptureSet& set = captures();
  const std::lock_guard lock(set.mutex);
  const auto place = set.events.find(event);
  if (place == set.events.end()) return false;
  require(stream != nullptr);
  Branch& branch = set.streams.try_emplace(capture_key(stream), place->second).first->second;
  require(branch.capture == place->second.capture, hipErrorStreamCaptureMerge);
  for (Node* const node : place->second.last) {
    if (std::ranges::find(branch.last, node) == branch.last.end()) branch.last.push_back(node);
  }
  return true;
}

void forget_stream(hipStream_t stream) noexcept {
  CaptureSet& set = captures();
  const std::lock_guard lock(set.mutex);
  const Branch* const branch = set.find(stream);
  if (branch == nullptr) return;
  if (branch->capture->origin == capture_key(stream)) {
    set.remove(*branch->capture);
  } else {
    set.streams.erase(capture_key(stream));
  }
}

void forget_event(hipEvent_t event) noexcept {
  CaptureSet& set = captures();
  const std::lock_guard lock(set.mutex);
  set.events.erase(event);
}

void check_no_capture_for_allocation() {
  switch (thread_capture_mode()) {
    case hipStreamCaptureModeGlobal:
      return refuse_if(any_mode_but_relaxed, hipErrorStreamCaptureUnsupported);
    case hipStreamCaptureModeThreadLocal:
      return refuse_if(blocks_this_thread, hipErrorStreamCaptureUnsupported);
    default: return;
  }
}

void check_no_capture_for_default_stream() {
  const auto any = [](const Capture&) { return true; };
  if (behaviour.invalidates_captures) return refuse_if(any, hipErrorStreamCaptureImplicit);
  refuse_if(blocks_all_threads, hipErrorStreamCaptureImplicit);
}

void check_no_capture_for_device() {
  const auto any = [](const Capture&) { return true; };
  if (behaviour.invalidates_captures) refuse_if(any, hipErrorStreamCaptureUnsupported);
}

void check_no_capture_for_stream(hipStream_t stream) {
  if (!behaviour.invalidates_captures || stream == nullptr) return;
  const Capture* own = nullptr;
  {
    CaptureSet& set = captures();
    const std::lock_guard lock(set.mutex);
    if (const Branch* const branch = set.find(stream)) own = branch->capture.get();
  }
  if (own != nullptr) {
    refuse_if([&](const Capture& capture) { return &capture == own; },
              hipErrorStreamCaptureUnsupported);
  }
  if (thread_capture_mode() == hipStreamCaptureModeRelaxed) return;
  refuse_if(any_mode_but_relaxed, hipErrorStreamCaptureUnsupported);
}

void check_no_capture_for_event(hipEvent_t event, bool waits) {
  if (!behaviour.invalidates_captures) return;
  const Capture* own = nullptr;
  {
    CaptureSet& set = captures();
    const std::lock_guard lock(set.mutex);
    const auto place = set.events.find(event);
    if (place != set.events.end()) own = place->second.capture.get();
  }
  if (own != nullptr) {
    refuse_if([&](const Capture& capture) { return &capture == own; }, hipErrorCapturedEvent);
  }
  if (!waits || thread_capture_mode() == hipStreamCaptureModeRelaxed) return;
  refuse_if(any_mode_but_relaxed, hipErrorStreamCaptureUnsupported);
}

}  // namespace hip_on_cuda
