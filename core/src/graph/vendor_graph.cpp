#include "vendor_graph.hpp"

#include <optional>
#include <span>

#include "../module_state.hpp"

namespace duet::detail {

namespace {

void run_host_function(void* data) noexcept { (*static_cast<std::function<void()>*>(data))(); }

/// The addresses of arguments, as drivers take them.
class ArgumentAddresses {
 public:
  explicit ArgumentAddresses(const Arguments& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      addresses_.push_back(const_cast<void*>(arguments.data_of(i)));  // the drivers only read
    }
    addresses_.push_back(nullptr);  // so that the list has an address when it is empty
  }
  void** data() noexcept { return addresses_.data(); }

 private:
  std::vector<void*> addresses_{};
};

/// A call as the backend takes it.
vendor::CopyNode node_of(const CopyCall& call) noexcept {
  return {call.direction, call.to, call.from, call.bytes};
}
vendor::FillNode node_of(const FillCall& call) noexcept {
  return {call.to, call.word, call.word_bytes, call.words};
}

/// Calls `use` with what the driver takes to launch a kernel.
template <typename Use>
auto with_parameters(const LaunchCall& call, Use use) {
  const KernelState& kernel = call.kernel.state();
  allow_shared(kernel, call.shape.shared_bytes);
  ArgumentAddresses values(call.arguments);
  const vendor::KernelNodeParameters parameters =
      vendor::parameters({kernel.function, call.shape.grid, call.shape.block,
                          static_cast<unsigned>(call.shape.shared_bytes), values.data()});
  return use(&parameters);
}
vendor::HostNodeParameters parameters_of(const HostCall& call) noexcept {
  return {&run_host_function, call.function.get()};
}

/// Adds a node for each kind of call.
struct AddNode {
  vendor::GraphHandle graph;
  std::span<const vendor::GraphNodeHandle> after;

  vendor::GraphNodeHandle operator()(const LaunchCall& call) const {
    return with_parameters(call, [&](const vendor::KernelNodeParameters* parameters) {
      vendor::GraphNodeHandle node{};
      DUET_DRIVER(graph_add_kernel, &node, graph, after.data(), after.size(), parameters);
      return node;
    });
  }
  vendor::GraphNodeHandle operator()(const CopyCall& call) const {
    return vendor::add_node(graph, after, node_of(call));
  }
  vendor::GraphNodeHandle operator()(const FillCall& call) const {
    return vendor::add_node(graph, after, node_of(call));
  }
  vendor::GraphNodeHandle operator()(const HostCall& call) const {
    const vendor::HostNodeParameters parameters = parameters_of(call);
    vendor::GraphNodeHandle node{};
    DUET_DRIVER(graph_add_host, &node, graph, after.data(), after.size(), &parameters);
    return node;
  }
  vendor::GraphNodeHandle operator()(const EmptyCall&) const {
    vendor::GraphNodeHandle node{};
    DUET_DRIVER(graph_add_empty, &node, graph, after.data(), after.size());
    return node;
  }
  vendor::GraphNodeHandle operator()(const RecordCall& call) const {
    vendor::GraphNodeHandle node{};
    DUET_DRIVER(graph_add_record, &node, graph, after.data(), after.size(),
                static_cast<vendor::EventHandle>(call.event));
    return node;
  }
  vendor::GraphNodeHandle operator()(const WaitCall& call) const {
    vendor::GraphNodeHandle node{};
    DUET_DRIVER(graph_add_wait, &node, graph, after.data(), after.size(),
                static_cast<vendor::EventHandle>(call.event));
    return node;
  }
  vendor::GraphNodeHandle operator()(const ChildCall& call) const {
    const VendorGraph child(*call.graph);  // the driver makes a copy
    vendor::GraphNodeHandle node{};
    DUET_DRIVER(graph_add_child, &node, graph, after.data(), after.size(), child.handle());
    return node;
  }
};

/// Gives an executable's node the parameters of another call of its kind; null status if that
/// cannot be asked of a driver.
struct SetNode {
  vendor::GraphExecHandle exec;
  vendor::GraphNodeHandle node;
  using Result = std::optional<vendor::Status>;

  Result operator()(const LaunchCall& call) const {
    return with_parameters(call, [&](const vendor::KernelNodeParameters* parameters) {
      return driver().graph_set_kernel(exec, node, parameters);
    });
  }
  Result operator()(const CopyCall& call) const {
    return vendor::set_node(exec, node, node_of(call));
  }
  Result operator()(const FillCall& call) const {
    return vendor::set_node(exec, node, node_of(call));
  }
  Result operator()(const HostCall& call) const {
    const vendor::HostNodeParameters parameters = parameters_of(call);
    return driver().graph_set_host(exec, node, &parameters);
  }
  template <typename Call>
  Result operator()(const Call&) const {
    return std::nullopt;
  }
};

}  // namespace

VendorGraph::VendorGraph(const GraphState& graph) : nodes_(graph.nodes.size()) {
  VendorGraph made;  // goes if something throws
  DUET_DRIVER(graph_create, &made.handle_, 0);
  std::vector<vendor::GraphNodeHandle> after;
  for (const std::uint32_t index : graph.order()) {
    after.clear();
    for (const std::uint32_t before : graph.nodes[index].after) after.push_back(nodes_[before]);
    nodes_[index] = std::visit(AddNode{made.handle_, after}, graph.nodes[index].call);
  }
  std::swap(handle_, made.handle_);
}

VendorGraph::~VendorGraph() {
  if (handle_ != nullptr) (void)driver().graph_destroy(handle_);
}

bool set_node(vendor::GraphExecHandle exec, vendor::GraphNodeHandle node, const GraphCall& call) {
  const std::optional<vendor::Status> status = std::visit(SetNode{exec, node}, call);
  if (!status) return false;
  if (*status != vendor::success) vendor::clear_pending_error();
  return *status == vendor::success;
}

}  // namespace duet::detail
