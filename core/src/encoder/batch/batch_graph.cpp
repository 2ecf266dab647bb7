#include "batch_graph.hpp"

#include "graph/captured_graph.hpp"
#include "graph/vendor_node.hpp"
#include "module/module_state.hpp"

namespace duet::detail {

namespace {

// Converts operations to the backend's types.

vendor::KernelNode kernel_node(const Batch& batch, std::uint32_t i) {
  const KernelState& kernel = batch.kernel(i).state();
  const LaunchParameters& launch = batch.launch_parameters(i);
  allow_shared(kernel, launch.shared_bytes);
  return {kernel.function,
          launch.grid,
          launch.block,
          launch.shared_bytes,
          batch.argument_addresses(i),
          launch.programmatic != 0 && kernel.device.info().programmatic_launch};
}

vendor::CopyNode copy_node(const Batch& batch, std::uint32_t i) noexcept {
  const CopyParameters& parameters = batch.copy_parameters(i);
  return {batch.copy_direction(i), parameters.to, parameters.from, parameters.bytes};
}

vendor::FillNode fill_node(const Batch& batch, std::uint32_t i) noexcept {
  const FillParameters& parameters = batch.fill_parameters(i);
  return {parameters.to, parameters.word, parameters.word_bytes, parameters.words};
}

vendor::GraphNodeHandle add(vendor::GraphHandle graph, NodesBefore after, const Batch& batch,
                            std::uint32_t i) {
  switch (batch.kind(i)) {
    case CommandKind::launch: {
      const auto node = add_node(graph, after, kernel_node(batch, i));
      if (batch.is_special_launch(i)) vendor::set_attributes(node, batch.launch_shape(i));
      return node;
    }
    case CommandKind::copy: return add_node(graph, after, copy_node(batch, i));
    case CommandKind::fill: return add_node(graph, after, fill_node(batch, i));
    case CommandKind::host: return add_node(graph, after, HostNode{batch.host_function(i).get()});
    case CommandKind::empty: break;
    case CommandKind::record: return add_record_node(graph, after, batch.event(i));
    case CommandKind::wait: return add_wait_node(graph, after, batch.event(i));
    case CommandKind::captured:
      return add_child_node(graph, after, batch.captured_graph(i)->handle());
  }
  return add_empty_node(graph, after);
}

}  // namespace

void BatchGraph::describe(const Batch& batch) {
  if (handle_ != nullptr) return;
  const CapturedGraph* const base =
      batch.base() ? batch.captured_graph(*batch.base()).get() : nullptr;
  if (base == nullptr) graph_ = OwnedGraph::create();
  const vendor::GraphHandle graph = base != nullptr ? base->handle() : graph_.handle();
  nodes_.reserve(batch.size());
  std::vector<vendor::GraphNodeHandle> after;
  for (std::uint32_t i = 0; i < batch.size(); ++i) {
    after.clear();
    for (const std::uint32_t before : batch.after(i)) {
      if (before == batch.base()) {
        after.insert(after.end(), base->last_nodes().begin(), base->last_nodes().end());
      } else {
        after.push_back(nodes_[before]);
      }
    }
    if (i == batch.base()) {
      if (!after.empty()) vendor::follow(graph, after, base->first_nodes());
      nodes_.emplace_back();
    } else {
      nodes_.push_back(add(graph, after, batch, i));
    }
  }
  handle_ = graph;
}

vendor::Status BatchGraph::set(vendor::GraphExecHandle executable, std::uint32_t i,
                               const Batch& batch) const {
  switch (batch.kind(i)) {
    case CommandKind::launch: return set_node(executable, nodes_[i], kernel_node(batch, i));
    case CommandKind::copy: return set_node(executable, nodes_[i], copy_node(batch, i));
    case CommandKind::fill: return set_node(executable, nodes_[i], fill_node(batch, i));
    case CommandKind::host:
      return set_node(executable, nodes_[i], HostNode{batch.host_function(i).get()});
    case CommandKind::captured:
      return driver().graph_set_child(executable, nodes_[i], batch.captured_graph(i)->handle());
    case CommandKind::empty:
    case CommandKind::record:
    case CommandKind::wait: break;  // identified by the structure, no parameters
  }
  return vendor::success;
}

}  // namespace duet::detail
