#include "captured_graph.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "driver/destruction.hpp"

namespace duet::detail {

namespace {

std::uint64_t next_id() noexcept {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

using Node = vendor::GraphNodeHandle;

/// Calls a function that lists nodes, mostly once.
/// @param nodes  out
/// @param list   (Node* nodes, std::size_t* count): `count` is in: the room, out: the number of
///               nodes
template <typename List>
void list_nodes(std::vector<Node>& nodes, List list) {
  constexpr std::size_t usual = 16;
  nodes.resize(usual);
  std::size_t count = usual;
  list(nodes.data(), &count);
  if (count >= usual) {
    list(static_cast<Node*>(nullptr), &count);
    nodes.resize(count);
    list(nodes.data(), &count);
  }
  nodes.resize(count);
}

std::vector<Node> nodes_of(vendor::GraphHandle graph) {
  std::vector<Node> nodes;
  list_nodes(nodes, [graph](Node* room, std::size_t* count) {
    DUET_DRIVER(graph_nodes, graph, room, count);
  });
  return nodes;
}

[[maybe_unused]] vendor::Status call_get_dependencies(vendor::Status (*call)(Node, Node*,
                                                                             std::size_t*),
                                                      Node node, Node* before, std::size_t* count) {
  return call(node, before, count);
}
/// The form of newer versions, with the edges' data. They refuse null for the data of edges that
/// are not plain ones.
template <typename EdgeData>
vendor::Status call_get_dependencies(vendor::Status (*call)(Node, Node*, EdgeData*, std::size_t*),
                                     Node node, Node* before, std::size_t* count) {
  std::vector<EdgeData> data(before == nullptr ? 0 : *count);
  return call(node, before, before == nullptr ? nullptr : data.data(), count);
}

vendor::GraphNodeType type_of(vendor::GraphNodeHandle node) {
  vendor::GraphNodeType type{};
  DUET_DRIVER(graph_node_type, node, &type);
  return type;
}

/// Finds the nodes that a node of a graph follows, by their numbers.
class Dependencies {
 public:
  explicit Dependencies(const std::vector<Node>& nodes) {
    for (const Node node : nodes) {
      numbers_.emplace_back(node, static_cast<std::uint32_t>(numbers_.size()));
    }
    std::ranges::sort(numbers_);
  }
  /// @returns a list that is valid until the next call
  const std::vector<std::uint32_t>& of(Node node) {
    const auto site = DUET_CALL_SITE(DriverNames, graph_node_dependencies, "node");
    const auto call = driver().graph_node_dependencies;
    list_nodes(nodes_, [&](Node* room, std::size_t* count) {
      check(call_get_dependencies(call, node, room, count), site);
    });
    found_.clear();
    for (const Node before : nodes_) {
      found_.push_back(std::ranges::lower_bound(numbers_, before, {}, &Numbered::first)->second);
    }
    return found_;
  }

 private:
  using Numbered = std::pair<Node, std::uint32_t>;
  std::vector<Numbered> numbers_{};  ///< sorted
  std::vector<Node> nodes_{};
  std::vector<std::uint32_t> found_{};
};

/// The nodes of a graph that follow no other, and those that none follows.
struct Ends {
  std::vector<Node> first, last;
};

/// Adds the nodes of a graph to a structure, and those of its child graphs.
/// @param id  stands for parameters that cannot be compared
Ends add_nodes(CapturedGraph::Structure& structure, const std::vector<Node>& nodes,
               std::uint64_t id) {
  Dependencies dependencies(nodes);
  Ends ends;
  std::vector<bool> is_followed(nodes.size());
  std::vector<std::uint32_t>& words = structure.words;
  const auto add_wide = [&](std::uint64_t value) {
    words.push_back(static_cast<std::uint32_t>(value));
    words.push_back(static_cast<std::uint32_t>(value >> 32));
  };
  for (const Node handle : nodes) {
    const vendor::GraphNodeType type = type_of(handle);
    const std::vector<std::uint32_t>& before = dependencies.of(handle);
    if (before.empty()) ends.first.push_back(handle);
    for (const std::uint32_t earlier : before) is_followed[earlier] = true;
    words.push_back(static_cast<std::uint32_t>(type));
    words.push_back(static_cast<std::uint32_t>(before.size()));
    words.insert(words.end(), before.begin(), before.end());
    switch (vendor::identity_of(type)) {
      case vendor::NodeIdentity::type: break;
      case vendor::NodeIdentity::kernel:
        add_wide(reinterpret_cast<std::uintptr_t>(vendor::kernel_of(handle)));
        break;
      case vendor::NodeIdentity::child: {
        vendor::GraphHandle child{};
        DUET_DRIVER(graph_child_graph, handle, &child);
        const std::vector<Node> inner = nodes_of(child);
        words.push_back(static_cast<std::uint32_t>(inner.size()));
        (void)add_nodes(structure, inner, id);
        break;
      }
      case vendor::NodeIdentity::alone: structure.is_alone = true; break;
      case vendor::NodeIdentity::unknown:
        add_wide(id);
        structure.recurs = false;
        break;
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!is_followed[i]) ends.last.push_back(nodes[i]);
  }
  return ends;
}

}  // namespace

CapturedGraph::CapturedGraph(const Device& device, OwnedGraph graph, HostFunctions functions,
                             CapturedMemories memory)
    : device_(device),
      nodes_(nodes_of(graph.handle())),
      id_(next_id()),
      functions_(std::move(functions)),
      memory_(std::move(memory)),
      handle_(graph.release()) {}

CapturedGraph::~CapturedGraph() {
  destroy_on(device_.state(), [handle = handle_] {
    log_failed_call(driver_table().graph_destroy(handle), "destroying a captured graph");
  });
}

std::vector<CapturedGraph::Node> CapturedGraph::nodes() const {
  make_current(device_);
  Dependencies dependencies(nodes_);
  std::vector<Node> nodes;
  for (const vendor::GraphNodeHandle handle : nodes_) {
    Node node{vendor::describe(type_of(handle)), dependencies.of(handle)};
    std::ranges::sort(node.after);
    nodes.push_back(std::move(node));
  }
  return nodes;
}

const CapturedGraph::Structure& CapturedGraph::structure() const {
  (void)has_structure_.run([this] { read_structure(); });
  return structure_;
}

void CapturedGraph::read_structure() const {
  make_current(device_);
  Structure structure;
  Ends ends = add_nodes(structure, nodes_, id_);
  structure_ = std::move(structure);
  first_nodes_ = std::move(ends.first);
  last_nodes_ = std::move(ends.last);
}

}  // namespace duet::detail
