#include "replaced_graphs.hpp"

#include <algorithm>
#include <utility>

#include <duet/relaxed_captures.hpp>

#include "base/reserve_more.hpp"
#include "object_release.hpp"

namespace duet::detail {

namespace {

/// Graphs that share an event. Few, since a graph costs a driver more the more graphs exist.
constexpr std::size_t group_size = 8;
/// Where more graphs wait for an event, another thread releases them.
constexpr std::size_t most_newest = 32;

void move_objects(ReplacedGraphs::Objects& from, ReplacedGraphs::Objects& to) {
  for (auto& object : from) to.push_back(std::move(object));
  from.clear();
}

}  // namespace

void ReplacedGraphs::reserve(const Batch& batch) {
  reserve_more(newest_, batch.captured_graphs().size());
}

void ReplacedGraphs::release(StreamRef stream, std::size_t count, Objects& at_end) {
  const RelaxedCaptures relaxed;
  reserve_more(at_end, newest_.size() + waiting_.size());
  if (ended_.empty() && !waiting_.empty()) {
    const Progress progress = progress_of(event_.ref());
    if (progress == Progress::ended) std::swap(ended_, waiting_);
    if (progress == Progress::unknown) move_objects(waiting_, at_end);
  }
  if (waiting_.empty() && newest_.size() >= group_size) {
    if (!event_) event_ = Event(stream.device(), {.timing = false});
    event_.record(stream);
    std::swap(waiting_, newest_);
  }
  if (newest_.size() >= most_newest) move_objects(newest_, at_end);
  ended_.resize(ended_.size() - std::min(count, ended_.size()));
}

void ReplacedGraphs::move_all(Objects& to) noexcept {
  move_objects(newest_, to);
  move_objects(waiting_, to);
  move_objects(ended_, to);
}

}  // namespace duet::detail
