#include "vendor_node.hpp"

#include "driver/host_callback.hpp"

namespace duet::detail {

namespace {

vendor::HostNodeParameters parameters_of(HostNode node) noexcept {
  return {&run_host_callback, node.function};
}

}  // namespace

vendor::GraphNodeHandle add_node(vendor::GraphHandle graph, NodesBefore after,
                                 const vendor::KernelNode& node) {
  const vendor::KernelNodeParameters parameters = vendor::parameters(node);
  const bool is_early = node.programmatic && after.size() == 1;
  vendor::GraphNodeHandle added{};
  DUET_DRIVER(graph_add_kernel, &added, graph, after.data(), is_early ? 0 : after.size(),
              &parameters);
  if (is_early) vendor::follow_programmatically(graph, after.front(), added);
  return added;
}

vendor::GraphNodeHandle add_node(vendor::GraphHandle graph, NodesBefore after, HostNode node) {
  const vendor::HostNodeParameters parameters = parameters_of(node);
  vendor::GraphNodeHandle added{};
  DUET_DRIVER(graph_add_host, &added, graph, after.data(), after.size(), &parameters);
  return added;
}

vendor::Status set_node(vendor::GraphExecHandle exec, vendor::GraphNodeHandle handle,
                        const vendor::KernelNode& node) noexcept {
  const vendor::KernelNodeParameters parameters = vendor::parameters(node);
  return driver_table().graph_set_kernel(exec, handle, &parameters);
}

vendor::Status set_node(vendor::GraphExecHandle exec, vendor::GraphNodeHandle handle,
                        HostNode node) noexcept {
  const vendor::HostNodeParameters parameters = parameters_of(node);
  return driver_table().graph_set_host(exec, handle, &parameters);
}

vendor::GraphNodeHandle add_empty_node(vendor::GraphHandle graph, NodesBefore after) {
  vendor::GraphNodeHandle added{};
  DUET_DRIVER(graph_add_empty, &added, graph, after.data(), after.size());
  return added;
}

vendor::GraphNodeHandle add_record_node(vendor::GraphHandle graph, NodesBefore after, void* event) {
  vendor::GraphNodeHandle added{};
  DUET_DRIVER(graph_add_record, &added, graph, after.data(), after.size(),
              static_cast<vendor::EventHandle>(event));
  return added;
}

vendor::GraphNodeHandle add_wait_node(vendor::GraphHandle graph, NodesBefore after, void* event) {
  vendor::GraphNodeHandle added{};
  DUET_DRIVER(graph_add_wait, &added, graph, after.data(), after.size(),
              static_cast<vendor::EventHandle>(event));
  return added;
}

vendor::GraphNodeHandle add_child_node(vendor::GraphHandle graph, NodesBefore after,
                                       vendor::GraphHandle child) {
  vendor::GraphNodeHandle added{};
  DUET_DRIVER(graph_add_child, &added, graph, after.data(), after.size(), child);
  return added;
}

}  // namespace duet::detail
