#include "retired_calls.hpp"

#include <iterator>
#include <memory>
#include <utility>

#include <duet/relaxed_captures.hpp>

#include "base/reserve_more.hpp"
#include "driver/destruction.hpp"
#include "driver/open_capture.hpp"

namespace duet::detail {

namespace {
/// Calls of earlier executables that wait for the whole device at once.
constexpr std::size_t group_size = 8;
}  // namespace

void RetiredCalls::reserve() {
  reserve_more(newest_, 1);
  reserve_more(apart_, newest_.size() + 1);
}

void RetiredCalls::start_anew(const Device& device) noexcept {
  std::move(newest_.begin(), newest_.end(), std::back_inserter(apart_));
  newest_.clear();
  if (apart_.size() < group_size) return;
  try {
    auto group = std::make_shared<std::vector<GraphCall>>();
    group->reserve(apart_.capacity());  // room for later calls
    std::swap(*group, apart_);
    keep_while_in_use(device.state(), std::move(group));
    destroy_leftovers(device.state());
  } catch (...) {
    // No memory: the calls stay for the next time.
  }
}

bool RetiredCalls::has_ended() noexcept {
  const auto event = static_cast<vendor::EventHandle>(event_.ref().handle());
  return detail::has_ended(driver_table().event_query(event));
}

void RetiredCalls::release(StreamRef stream) noexcept {
  const RelaxedCaptures relaxed;
  if (!waiting_.empty() && has_ended()) waiting_.clear();
  if (!waiting_.empty() || newest_.empty()) return;
  try {
    if (is_captured(stream)) return;  // the run is no run yet
    if (!event_) event_ = Event(stream.device(), {.timing = false});
    event_.record(stream);
    std::swap(waiting_, newest_);
  } catch (...) {
    // The calls stay until the driver records an event behind a later run.
  }
}

bool have_other_objects(const GraphCall& a, const GraphCall& b) noexcept {
  if (const auto* launch = std::get_if<LaunchCall>(&a))
    return launch->kernel != std::get<LaunchCall>(b).kernel;
  if (const auto* host = std::get_if<HostCall>(&a))
    return host->function != std::get<HostCall>(b).function;
  if (const auto* child = std::get_if<ChildCall>(&a))
    return child->graph != std::get<ChildCall>(b).graph;
  if (const auto* captured = std::get_if<CapturedCall>(&a))
    return captured->graph != std::get<CapturedCall>(b).graph;
  return false;
}

}  // namespace duet::detail
