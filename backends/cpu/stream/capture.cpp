#include "capture.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "cpu/base/failure_note.hpp"
#include "stream.hpp"

namespace duet::cpu {

namespace {
thread_local int captures_of_thread = 0;
}

bool is_thread_capturing() noexcept { return captures_of_thread != 0; }

std::shared_ptr<Capture> capture_of(const Stream& stream) { return stream.captured_by.get(); }

void begin_capture(Stream& stream) {
  stream.captured_by.set(std::make_shared<Capture>(stream));
  ++captures_of_thread;
}

Status refuse_if_captured(const Stream& stream, const char* call) noexcept {
  const std::shared_ptr<Capture> capture = capture_of(stream);
  return capture == nullptr ? Status::success : capture->break_off(call);
}

void Capture::add(const Stream& stream, const GraphStep& step, std::shared_ptr<Graph> child) {
  const std::lock_guard lock(mutex_);
  Front& front = fronts_[&stream];
  const std::size_t index = graph_->nodes.size();
  graph_->nodes.push_back(
      std::make_unique<GraphNode>(GraphNode{graph_.get(), index, step, std::move(child), front}));
  front.assign(1, index);
}

Capture::Front Capture::front(const Stream& stream) const {
  const std::lock_guard lock(mutex_);
  const auto known = fronts_.find(&stream);
  return known == fronts_.end() ? Front() : known->second;
}

void Capture::join(const std::shared_ptr<Stream>& stream, const Front& front) {
  const std::lock_guard lock(mutex_);
  if (stream.get() != &origin_ && fronts_.find(stream.get()) == fronts_.end()) {
    joined_.push_back(stream);
  }
  Front& all = fronts_[stream.get()];
  all.insert(all.end(), front.begin(), front.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

Status Capture::break_off(const char* call) noexcept {
  const std::lock_guard lock(mutex_);
  is_broken_ = true;
  Outcome outcome(Status::capture_failed, call);
  try {
    outcome.text += " is not allowed while its stream is captured; the capture ends in an error";
  } catch (...) {
    // The name of the call is enough.
  }
  return note_failure(std::move(outcome));
}

bool Capture::is_open() const {
  const std::lock_guard lock(mutex_);
  return is_open_;
}

Status Capture::end(const Stream& stream, std::unique_ptr<Graph>& graph) {
  const Status status = result(stream);
  if (&stream != &origin_ || !is_of_this_thread()) return status;
  const std::lock_guard lock(mutex_);
  is_open_ = false;
  origin_.captured_by.set(nullptr);
  for (const auto& other : joined_) other->captured_by.set(nullptr);
  --captures_of_thread;
  if (status == Status::success) graph = std::move(graph_);
  return status;
}

Status Capture::result(const Stream& stream) const {
  const std::lock_guard lock(mutex_);
  const char* fault = nullptr;
  if (&stream != &origin_) {
    fault = "the capture was begun by another stream";
  } else if (!is_of_this_thread()) {
    fault = "the capture was begun by another thread";
  } else if (is_broken_) {
    fault = "a call was not allowed during the capture";
  } else if (!is_joined()) {
    fault = "a stream that joined the capture was not waited for before its end";
  }
  return fault == nullptr ? Status::success : note_failure({Status::capture_failed, fault});
}

/// Whether the stream that began the capture comes after all of its nodes.
bool Capture::is_joined() const {
  std::vector<bool> is_reached(graph_->nodes.size());
  const auto reach = [&](const Front& front) {
    for (const std::size_t index : front) is_reached[index] = true;
  };
  if (const auto own = fronts_.find(&origin_); own != fronts_.end()) reach(own->second);
  for (std::size_t i = graph_->nodes.size(); i-- > 0;) {
    if (!is_reached[i]) return false;
    reach(graph_->nodes[i]->after);
  }
  return true;
}

}  // namespace duet::cpu
