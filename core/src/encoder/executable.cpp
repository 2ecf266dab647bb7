#include "executable.hpp"

#include <cstring>
#include <span>

#include <duet/profiling_range.hpp>

#include "../graph/captured_graph.hpp"
#include "../graph/vendor_node.hpp"
#include "driver/destruction.hpp"
#include "driver/device_wait.hpp"
#include "module/module_state.hpp"

namespace duet::detail {

namespace {

bool is_same(std::span<const std::byte> a, std::span<const std::byte> b) noexcept {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

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

Executable::Executable(const Device& device, Batch& batch)
    : device_(device), origins_(batch.captured_graphs()) {
  const ProfilingRange range("instantiate graph");
  const vendor::GraphHandle graph =
      batch.is_capture() ? batch.captured_graph(0)->handle() : describe(batch);
  if (!vendor::updates_running_graphs) finished_ = Event(device, {.timing = false});
  DUET_DRIVER(graph_instantiate, &handle_, graph, 0);
  std::swap(batch, batch_);
}

/// Makes the graph that the executable is made of.
vendor::GraphHandle Executable::describe(const Batch& batch) {
  graph_ = OwnedGraph::create();
  nodes_.reserve(batch.size());
  std::vector<vendor::GraphNodeHandle> after;
  for (std::uint32_t i = 0; i < batch.size(); ++i) {
    after.clear();
    for (const std::uint32_t before : batch.after(i)) after.push_back(nodes_[before]);
    nodes_.push_back(add(graph_.handle(), after, batch, i));
  }
  return graph_.handle();
}

Executable::~Executable() {
  destroy_on(device_.state(), [handle = handle_] {
    log_failed_call(driver_table().graph_exec_destroy(handle), "destroying an executable graph");
  });
}

bool Executable::may_be_updated() const {
  return updates_ < vendor::most_graph_updates &&
         (vendor::updates_running_graphs || finished_.query());
}

bool Executable::set(std::uint32_t i, const Batch& batch) {
  switch (batch.kind(i)) {
    case CommandKind::launch:
      return set_node(handle_, nodes_[i], kernel_node(batch, i)) == vendor::success;
    case CommandKind::copy:
      return set_node(handle_, nodes_[i], copy_node(batch, i)) == vendor::success;
    case CommandKind::fill:
      return set_node(handle_, nodes_[i], fill_node(batch, i)) == vendor::success;
    case CommandKind::host:
      return set_node(handle_, nodes_[i], HostNode{batch.host_function(i).get()}) ==
             vendor::success;
    case CommandKind::captured: {
      const vendor::GraphHandle graph = batch.captured_graph(i)->handle();
      return (batch.is_capture()
                  ? vendor::update(handle_, graph)
                  : driver().graph_set_child(handle_, nodes_[i], graph)) == vendor::success;
    }
    case CommandKind::empty:
    case CommandKind::record:
    case CommandKind::wait: break;  // identified by the structure, no parameters
  }
  return true;
}

std::optional<std::size_t> Executable::update(Batch& batch) noexcept try {
  std::size_t changed = 0;
  for (std::uint32_t i = 0; i < batch.size(); ++i) {
    if (is_same(batch.parameters(i), batch_.parameters(i))) continue;
    if (!set(i, batch)) {
      vendor::clear_pending_error();
      return std::nullopt;
    }
    ++changed;
  }
  updates_ += changed;
  std::swap(batch, batch_);
  return changed;
} catch (...) {
  return std::nullopt;  // some nodes may have been changed
}

void Executable::launch(StreamRef stream) {
  const DeviceWait wait(stream.device());
  DUET_DRIVER(graph_launch, handle_, static_cast<vendor::StreamHandle>(stream.handle()));
  if (!vendor::updates_running_graphs) finished_.record(stream);
}

}  // namespace duet::detail
