// Records graphs in an encoder's batch: their nodes become operations.

#include <duet/capture.hpp>

#include <fmt/format.h>

#include <utility>
#include <variant>

#include "driver/device_state.hpp"
#include "encoder_state.hpp"
#include "encoder_transaction.hpp"
#include "graph/captured_graph.hpp"
#include "launch/argument_addresses.hpp"

namespace duet::detail {

void EncoderState::graph(const GraphState& graph, const Accesses* accesses) {
  Transaction transaction(*this);
  if (graph.device != stream.device()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("encoder: the graph belongs to device {}, the stream to device {}",
                            graph.device.ordinal(), stream.device().ordinal()));
  }
  if (const CapturedCall* const capture = graph.only_capture()) {
    add_captured(capture->graph, accesses);
    return transaction.complete();
  }
  commit_if_full();
  if (accesses != nullptr) {
    order_.collect(*accesses);
    count_bytes(*accesses);
  } else {
    order_.collect_all();
  }
  const Operations last = add_nodes(graph, Operations(order_.collected()));
  if (accesses != nullptr) {
    order_.record(*accesses, last, true);
  } else {
    order_.set_barrier(last);
  }
  transaction.complete();
}

void EncoderState::capture(const std::function<void(StreamRef)>& submit, const Accesses* accesses) {
  Transaction transaction(*this);
  if (!submit) throw Error(ErrorCode::invalid_argument, "the function to capture is empty");
  require_no_capture();
  if (*options.graphs && stream.device().info().stream_capture) {
    StreamCapture capture(stream);
    call(submit);
    std::shared_ptr<const CapturedGraph> captured = capture.finish_captured();
    if (captured->is_empty()) {
      graph(GraphState(stream.device()), accesses);
    } else {
      add_captured(std::move(captured), accesses);
    }
  } else {
    submit_now(submit);
  }
  transaction.complete();
}

/// Adds a captured graph as one operation.
void EncoderState::add_captured(std::shared_ptr<const CapturedGraph> graph,
                                const Accesses* accesses) {
  commit_if_full();
  if (accesses != nullptr) {
    batch_.captured(order(*accesses), std::move(graph));
  } else {
    order_.collect_all();
    batch_.captured(order_collected(), std::move(graph));
    order_.set_barrier({batch_.size() - 1});
  }
}

void EncoderState::call(const std::function<void(StreamRef)>& submit) {
  struct Scope {
    explicit Scope(bool& flag) noexcept : is_capturing(flag) { is_capturing = true; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { is_capturing = false; }
    bool& is_capturing;
  };
  const Scope scope(is_capturing_);
  submit(stream);
}

/// What is committed in a capture would become a part of it, out of its order.
void EncoderState::require_no_capture() const {
  if (!is_capturing_) [[likely]] {
    return;
  }
  throw Error(ErrorCode::capture_failed,
              "an encoder cannot record or commit operations in a function that its own `capture` "
              "calls: submit them to the function's stream, or record them before or after");
}

/// Lets a function submit to the stream behind all recorded operations. What it submits counts as
/// an operation and as a batch, so that it uses the objects kept for it.
void EncoderState::submit_now(const std::function<void(StreamRef)>& submit) {
  this->submit(used_kept_);
  limit_.wait();
  make_current(stream.device());
  call(submit);
  count_operation();
  ++counters.batches;
  ++counters.direct;
  ++(*options.graphs ? counters.direct_special : counters.direct_without_graphs);
  limit_.add(stream);
}

/// Adds the nodes of a graph; child graphs are flattened.
/// @param before  the operations that nodes without dependencies follow
/// @returns the operations of nodes without dependents
EncoderState::Operations EncoderState::add_nodes(const GraphState& graph,
                                                 const Operations& before) {
  std::vector<Operations> ends(graph.nodes.size());  // by node
  std::vector<bool> is_followed(graph.nodes.size());
  for (const std::uint32_t index : graph.order()) {
    const GraphNodeState& node = graph.nodes[index];
    Operations after = node.after.empty() ? before : Operations();
    for (const std::uint32_t earlier : node.after) {
      after.insert(after.end(), ends[earlier].begin(), ends[earlier].end());
      is_followed[earlier] = true;
    }
    if (const auto* child = std::get_if<ChildCall>(&node.call)) {
      ends[index] = add_nodes(*child->graph, after);
    } else {
      order_.collect_these(std::move(after));
      add_call(node.call, order_collected());
      ends[index] = {batch_.size() - 1};
    }
  }
  Operations last;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (!is_followed[i]) last.insert(last.end(), ends[i].begin(), ends[i].end());
  }
  return last.empty() ? before : last;
}

void EncoderState::add_call(const GraphCall& call, Order::Edges after) {
  struct Add {
    Batch& batch;
    Order::Edges after;

    void operator()(const LaunchCall& call) const {
      ArgumentAddresses values(call.arguments);
      batch.launch(after, {call.kernel, call.shape, {}, values.span(), call.arguments.shapes()});
    }
    void operator()(const CopyCall& call) const {
      batch.copy(after, call.direction, {call.to, call.from, call.bytes});
    }
    void operator()(const FillCall& call) const {
      batch.fill(after,
                 {call.to, call.words, call.word, static_cast<std::uint32_t>(call.word_bytes)});
    }
    void operator()(const HostCall& call) const {
      batch.launch_host_function(after, call.function);
    }
    void operator()(const EmptyCall&) const { batch.empty(after); }
    void operator()(const RecordCall& call) const { batch.record(after, call.event); }
    void operator()(const WaitCall& call) const { batch.wait(after, call.event); }
    void operator()(const ChildCall&) const {}  // its nodes are added one by one
    void operator()(const CapturedCall& call) const { batch.captured(after, call.graph); }
  };
  std::visit(Add{batch_, after}, call);
}

}  // namespace duet::detail
