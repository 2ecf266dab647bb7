#include <algorithm>
#include <utility>

#include "event.hpp"
#include "graph.hpp"
#include "submit.hpp"

namespace duet::cpu {

namespace {

class GraphOperation final : public Operation {
 public:
  GraphOperation(std::shared_ptr<const std::vector<GraphStep>> steps,
                 std::vector<std::shared_ptr<Recording>> recordings) noexcept
      : steps_(std::move(steps)), recordings_(std::move(recordings)) {}

  Outcome run() noexcept override {
    Outcome first;
    auto recording = recordings_.begin();
    for (const GraphStep& step : *steps_) {
      if (step.recorded != nullptr) (*recording++)->take_time();
      if (step.operation == nullptr) continue;
      Outcome outcome = step.operation->run();
      if (!first.failed()) first = std::move(outcome);
    }
    return first;
  }

 private:
  std::shared_ptr<const std::vector<GraphStep>> steps_;
  std::vector<std::shared_ptr<Recording>> recordings_;  ///< for the steps that record, in order
};

std::vector<std::size_t> first_steps(const Graph& graph) {
  std::vector<std::size_t> first;
  std::size_t next = 0;
  for (const auto& node : graph.nodes) {
    first.push_back(next);
    next += node->steps();
  }
  return first;
}

}  // namespace

GraphExec::GraphExec(const Graph& graph)
    : source_(&graph),
      first_step_(first_steps(graph)),
      steps_(std::make_shared<std::vector<GraphStep>>(graph.steps())),
      step_count_(steps_->size()) {}

std::shared_ptr<const std::vector<GraphStep>> GraphExec::steps() {
  const std::lock_guard lock(mutex_);
  launched_ = true;
  return steps_;
}

void GraphExec::launch(const std::shared_ptr<Stream>& stream) {
  std::shared_ptr<const std::vector<GraphStep>> steps = this->steps();
  std::vector<std::shared_ptr<Recording>> recordings;
  std::vector<Event*> recorded;
  for (const GraphStep& step : *steps) {
    if (step.awaited != nullptr) {
      const auto awaited = step.awaited->recording();
      if (awaited && !awaited->point.reached()) {
        submit(stream, std::make_unique<WaitOperation>(awaited->point));
      }
    }
    if (step.recorded == nullptr) continue;
    recordings.push_back(std::make_shared<Recording>());
    recorded.push_back(step.recorded);
  }
  const Point point =
      submit(stream, std::make_unique<GraphOperation>(std::move(steps), recordings));
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    recordings[i]->point = point;
    recorded[i]->set_recording(recordings[i]);
  }
}

Status GraphExec::replace(const GraphNode& node, std::shared_ptr<Operation> operation) {
  return is_of_source(node) && node.step.operation != nullptr
             ? replace(first_step_[node.index], 1, {GraphStep{std::move(operation)}})
             : Status::invalid_value;
}

Status GraphExec::replace(const GraphNode& node, const std::vector<GraphStep>& steps) {
  return is_of_source(node) && node.child != nullptr
             ? replace(first_step_[node.index], node.steps(), steps)
             : Status::invalid_value;
}

Status GraphExec::replace_all(const std::vector<GraphStep>& steps) {
  return steps.size() == step_count_ ? replace(0, step_count_, steps) : Status::invalid_value;
}

Status GraphExec::replace(std::size_t first, std::size_t count,
                          const std::vector<GraphStep>& steps) {
  const std::lock_guard lock(mutex_);
  const auto place = steps_->begin() + static_cast<std::ptrdiff_t>(first);
  const bool is_similar =
      std::equal(place, place + static_cast<std::ptrdiff_t>(count), steps.begin(), steps.end(),
                 [](const GraphStep& a, const GraphStep& b) { return a.type() == b.type(); });
  if (!is_similar) return Status::invalid_value;
  if (std::exchange(launched_, false)) {
    steps_ = std::make_shared<std::vector<GraphStep>>(*steps_);
  }
  std::copy(steps.begin(), steps.end(), steps_->begin() + static_cast<std::ptrdiff_t>(first));
  return Status::success;
}

}  // namespace duet::cpu
