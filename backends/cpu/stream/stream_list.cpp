#include "stream_list.hpp"

#include <algorithm>
#include <utility>

namespace duet::cpu {

/// Never destroyed: static objects may own streams.
StreamList& StreamList::instance() {
  static StreamList& list = *new StreamList;
  return list;
}

Stream* StreamList::create(int device, bool is_blocking, int priority) {
  auto stream = std::make_shared<Stream>(device, is_blocking, priority);
  const std::lock_guard lock(mutex_);
  streams_.push_back(stream);
  return stream.get();
}

void StreamList::destroy(Stream& stream) {
  std::shared_ptr<Stream> last;  // destroyed outside the lock
  const std::lock_guard lock(mutex_);
  stream.is_destroyed.store(true);
  if (!stream.is_done()) return;  // a survey removes it later
  gone_submitted_ += stream.submitted();
  last = stream.shared_from_this();
  std::erase(streams_, last);
}

std::shared_ptr<Stream> StreamList::find(const Stream* handle) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(streams_, handle, &std::shared_ptr<Stream>::get);
  return found != streams_.end() ? *found : nullptr;
}

std::shared_ptr<Stream> StreamList::default_stream(int device) {
  const std::lock_guard lock(mutex_);
  const auto index = static_cast<std::size_t>(device);
  if (defaults_.size() <= index) defaults_.resize(index + 1);
  if (!defaults_[index]) {
    defaults_[index] = std::make_shared<Stream>(device, true, 0);
    streams_.push_back(defaults_[index]);
  }
  return defaults_[index];
}

std::vector<std::shared_ptr<Stream>> StreamList::of_device(int device, Which which) {
  std::vector<std::shared_ptr<Stream>> found = all();
  std::erase_if(found, [&](const auto& stream) {
    return stream->device != device || (which == Which::blocking && !stream->is_blocking);
  });
  return found;
}

std::vector<std::shared_ptr<Stream>> StreamList::all() {
  const std::lock_guard lock(mutex_);
  return streams_;
}

std::uint64_t StreamList::submitted() {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = gone_submitted_;
  for (const auto& stream : streams_) sum += stream->submitted();
  return sum;
}

std::shared_ptr<Stream> StreamList::unfinished() noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(streams_.begin(), streams_.end(),
                                  [](const auto& stream) { return !stream->is_done(); });
  return found == streams_.end() ? nullptr : *found;
}

StreamList::Survey StreamList::survey() noexcept {
  while (remove_gone()) {
  }
  const std::lock_guard lock(mutex_);
  Survey survey{.submitted = gone_submitted_};
  for (const auto& stream : streams_) {
    const std::uint64_t completed = stream->completed();
    const std::uint64_t submitted = stream->submitted();
    survey.submitted += submitted;
    if (completed == submitted) continue;
    survey.is_pending = true;
    const bool stands_still = std::exchange(stream->seen_completed, completed) == completed;
    const bool is_wanted = stands_still || stream->is_polled.exchange(false);
    const bool is_better = !survey.stream || stream->priority < survey.stream->priority;
    if (!stream->is_runnable()) continue;
    survey.is_waiting = true;
    if (is_wanted && is_better) survey.stream = stream;
  }
  return survey;
}

/// Removes a destroyed stream whose work has ended. @returns whether there was one
bool StreamList::remove_gone() noexcept {
  std::shared_ptr<Stream> gone;  // destroyed outside the lock
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(streams_.begin(), streams_.end(), [](const auto& stream) {
    return stream->is_destroyed.load() && stream->is_done();
  });
  if (found == streams_.end()) return false;
  gone = std::move(*found);
  streams_.erase(found);
  gone_submitted_ += gone->submitted();
  return true;
}

}  // namespace duet::cpu
