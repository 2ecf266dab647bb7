// The calls for graphs.

#include <algorithm>
#include <new>
#include <utility>

#include "cpu/base/guarded.hpp"
#include "cpu/stream/capture.hpp"
#include "cpu/stream/graph.hpp"
#include "cpu/stream/operations.hpp"
#include "cpu/stream/submit.hpp"

namespace duet::cpu {

namespace {

/// Adds a node. @param fill_in  sets its operation or child graph
template <typename FillIn>
Status add(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
           FillIn fill_in) noexcept {
  if (node == nullptr || graph == nullptr || (after == nullptr && count != 0)) {
    return Status::invalid_value;
  }
  const bool known = std::all_of(after, after + count, [&](const GraphNode* before) {
    return before != nullptr && before->graph == graph;
  });
  if (!known) return Status::invalid_value;
  return guarded([&] {
    auto added = std::make_unique<GraphNode>(GraphNode{graph, graph->nodes.size()});
    for (std::size_t i = 0; i < count; ++i) added->after.push_back(after[i]->index);
    const Status status = fill_in(*added);
    if (status != Status::success) return status;
    graph->nodes.push_back(std::move(added));
    *node = graph->nodes.back().get();
    return Status::success;
  });
}

Status make_kernel(const KernelNodeParameters* parameters, std::shared_ptr<Operation>& made) {
  if (parameters == nullptr) return Status::invalid_value;
  std::unique_ptr<Operation> operation;
  const Status status = make_launch(*parameters, operation);
  made = std::move(operation);
  return status;
}

Status replace(GraphExec* exec, const GraphNode* node, std::shared_ptr<Operation> operation) {
  if (exec == nullptr || node == nullptr) return Status::invalid_value;
  return exec->replace(*node, std::move(operation));
}

}  // namespace

Status graph_create(Graph** graph, unsigned flags) noexcept {
  if (graph == nullptr || flags != 0) return Status::invalid_value;
  *graph = new (std::nothrow) Graph;
  return *graph != nullptr ? Status::success : Status::out_of_memory;
}

Status graph_destroy(Graph* graph) noexcept {
  if (graph == nullptr) return Status::invalid_value;
  delete graph;
  return Status::success;
}

Status graph_add_empty(GraphNode** node, Graph* graph, GraphNode* const* after,
                       std::size_t count) noexcept {
  return add(node, graph, after, count, [](GraphNode&) { return Status::success; });
}

Status graph_add_record(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
                        Event* event) noexcept {
  if (event == nullptr) return Status::invalid_value;
  return add(node, graph, after, count, [&](GraphNode& added) {
    added.step.recorded = event;
    return Status::success;
  });
}

Status graph_add_wait(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
                      Event* event) noexcept {
  if (event == nullptr) return Status::invalid_value;
  return add(node, graph, after, count, [&](GraphNode& added) {
    added.step.awaited = event;
    return Status::success;
  });
}

Status graph_add_child(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
                       Graph* child) noexcept {
  if (child == nullptr) return Status::invalid_value;
  return add(node, graph, after, count, [&](GraphNode& added) {
    added.child = std::make_shared<Graph>(*child);
    return Status::success;
  });
}

Status graph_add_kernel(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
                        const KernelNodeParameters* parameters) noexcept {
  return add(node, graph, after, count,
             [&](GraphNode& added) { return make_kernel(parameters, added.step.operation); });
}

Status graph_add_copy(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
                      void* to, const void* from, std::size_t bytes) noexcept {
  if (to == nullptr || from == nullptr) return Status::invalid_value;
  return add(node, graph, after, count, [&](GraphNode& added) {
    added.step.operation = make_copy(to, from, bytes);
    return Status::success;
  });
}

Status graph_add_fill(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
                      void* to, unsigned word, std::size_t word_bytes, std::size_t words) noexcept {
  if (to == nullptr) return Status::invalid_value;
  return add(node, graph, after, count, [&](GraphNode& added) {
    added.step.operation = make_fill(to, word, word_bytes, words);
    return Status::success;
  });
}

Status graph_add_host(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count,
                      const HostNodeParameters* parameters) noexcept {
  if (parameters == nullptr || parameters->function == nullptr) return Status::invalid_value;
  return add(node, graph, after, count, [&](GraphNode& added) {
    added.step.operation = make_host(parameters->function, parameters->data);
    return Status::success;
  });
}

Status graph_nodes(Graph* graph, GraphNode** nodes, std::size_t* count) noexcept {
  if (graph == nullptr || count == nullptr) return Status::invalid_value;
  for (std::size_t i = 0; nodes != nullptr && i < std::min(*count, graph->nodes.size()); ++i) {
    nodes[i] = graph->nodes[i].get();
  }
  *count = graph->nodes.size();
  return Status::success;
}

Status graph_node_type(GraphNode* node, GraphNodeType* type) noexcept {
  if (node == nullptr || type == nullptr) return Status::invalid_value;
  *type = node->type();
  return Status::success;
}

Status graph_child_graph(GraphNode* node, Graph** graph) noexcept {
  if (node == nullptr || graph == nullptr || node->child == nullptr) return Status::invalid_value;
  *graph = node->child.get();
  return Status::success;
}

Status graph_node_dependencies(GraphNode* node, GraphNode** before, std::size_t* count) noexcept {
  if (node == nullptr || count == nullptr) return Status::invalid_value;
  for (std::size_t i = 0; before != nullptr && i < std::min(*count, node->after.size()); ++i) {
    before[i] = node->graph->nodes[node->after[i]].get();
  }
  *count = node->after.size();
  return Status::success;
}

Status graph_instantiate(GraphExec** exec, Graph* graph, unsigned long long flags) noexcept {
  if (exec == nullptr || graph == nullptr || flags != 0) return Status::invalid_value;
  return guarded([&] {
    *exec = new GraphExec(*graph);
    return Status::success;
  });
}

Status graph_exec_destroy(GraphExec* exec) noexcept {
  if (exec == nullptr) return Status::invalid_value;
  delete exec;
  return Status::success;
}

Status graph_launch(GraphExec* exec, Stream* stream) noexcept {
  if (exec == nullptr) return Status::invalid_value;
  return guarded([&] {
    const std::shared_ptr<Stream> launched_in = resolve(stream);
    if (const auto capture = capture_of(*launched_in)) {
      capture->add(*launched_in, {}, std::make_shared<Graph>(*exec->steps()));
    } else {
      exec->launch(launched_in);
    }
    return Status::success;
  });
}

Status graph_set_kernel(GraphExec* exec, GraphNode* node,
                        const KernelNodeParameters* parameters) noexcept {
  return guarded([&] {
    std::shared_ptr<Operation> operation;
    const Status status = make_kernel(parameters, operation);
    return status != Status::success ? status : replace(exec, node, std::move(operation));
  });
}

Status graph_set_copy(GraphExec* exec, GraphNode* node, void* to, const void* from,
                      std::size_t bytes) noexcept {
  if (to == nullptr || from == nullptr) return Status::invalid_value;
  return guarded([&] { return replace(exec, node, make_copy(to, from, bytes)); });
}

Status graph_set_fill(GraphExec* exec, GraphNode* node, void* to, unsigned word,
                      std::size_t word_bytes, std::size_t words) noexcept {
  if (to == nullptr) return Status::invalid_value;
  return guarded([&] { return replace(exec, node, make_fill(to, word, word_bytes, words)); });
}

Status graph_set_child(GraphExec* exec, GraphNode* node, Graph* child) noexcept {
  if (exec == nullptr || node == nullptr || child == nullptr) return Status::invalid_value;
  return guarded([&] { return exec->replace(*node, child->steps()); });
}

Status graph_exec_update(GraphExec* exec, Graph* graph) noexcept {
  if (exec == nullptr || graph == nullptr) return Status::invalid_value;
  return guarded([&] { return exec->replace_all(graph->steps()); });
}

Status graph_set_host(GraphExec* exec, GraphNode* node,
                      const HostNodeParameters* parameters) noexcept {
  if (parameters == nullptr || parameters->function == nullptr) return Status::invalid_value;
  return guarded(
      [&] { return replace(exec, node, make_host(parameters->function, parameters->data)); });
}

}  // namespace duet::cpu
