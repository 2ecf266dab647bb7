#include "graph.hpp"

#include <algorithm>
#include <atomic>
#include <set>

#include "base/error.hpp"

namespace hip_on_cuda {
namespace {

std::uint64_t next_serial() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

bool contains(const std::vector<Node*>& list, const Node& node) {
  return std::ranges::find(list, &node) != list.end();
}

bool reaches(const Node& from, const Node& to) {
  std::set<const Node*> seen;
  std::vector<const Node*> open{&from};
  while (!open.empty()) {
    const Node* const node = open.back();
    open.pop_back();
    if (node == &to) return true;
    if (seen.insert(node).second) {
      open.insert(open.end(), node->dependents.begin(), node->dependents.end());
    }
  }
  return false;
}

/// The length of the longest path from a root to each node.
std::unordered_map<const Node*, std::size_t> levels_of(const Graph& graph) {
  std::unordered_map<const Node*, std::size_t> levels;
  std::unordered_map<const Node*, std::size_t> arrived;
  std::vector<Node*> ready = graph.roots();
  for (std::size_t next = 0; next < ready.size(); ++next) {
    const Node* const node = ready[next];
    for (Node* const dependent : node->dependents) {
      levels[dependent] = std::max(levels[dependent], levels[node] + 1);
      if (++arrived[dependent] == dependent->dependencies.size()) ready.push_back(dependent);
    }
  }
  return levels;
}

template <typename Predicate>
std::vector<Node*> select(const std::vector<std::unique_ptr<Node>>& nodes,
                          const Predicate& predicate) {
  std::vector<Node*> chosen;
  for (const auto& node : nodes) {
    if (predicate(*node)) chosen.push_back(node.get());
  }
  return chosen;
}

}  // namespace

Node::Node(Graph& owner, NodeParams what, std::uint64_t origin_serial)
    : serial(next_serial()),
      origin(origin_serial == 0 ? serial : origin_serial),
      graph(&owner),
      params(std::move(what)) {}

Node& Graph::add(NodeParams params, std::span<Node* const> dependencies) {
  const std::set<Node*> distinct(dependencies.begin(), dependencies.end());
  require(distinct.size() == dependencies.size());
  Node& node = *nodes_.emplace_back(std::make_unique<Node>(*this, std::move(params)));
  for (Node* const dependency : dependencies) connect(*dependency, node);
  return node;
}

void Graph::remove(Node& node) {
  for (Node* const other : node.dependencies) std::erase(other->dependents, &node);
  for (Node* const other : node.dependents) std::erase(other->dependencies, &node);
  std::erase_if(nodes_, [&](const auto& mine) { return mine.get() == &node; });
}

void Graph::connect(Node& from, Node& to) {
  require(!contains(from.dependents, to));
  // hipGraphNode::UpdateEdgeLevel recurses along the cycle forever.
  if (reaches(to, from)) die("an edge that closes a cycle: HIP's stack overflows");
  from.dependents.push_back(&to);
  to.dependencies.push_back(&from);
}

void Graph::disconnect(Node& from, Node& to) {
  require(contains(from.dependents, to));
  std::erase(from.dependents, &to);
  std::erase(to.dependencies, &from);
}

std::vector<Node*> Graph::roots() const {
  return select(nodes_, [](const Node& node) { return node.dependencies.empty(); });
}

std::vector<Node*> Graph::leaves() const {
  return select(nodes_, [](const Node& node) { return node.dependents.empty(); });
}

std::vector<Node*> Graph::level_order() const {
  auto levels = levels_of(*this);
  std::vector<Node*> order = roots();
  std::set<const Node*> seen;
  for (std::size_t next = 0; next < order.size(); ++next) {
    const Node* const node = order[next];
    for (Node* const dependent : node->dependents) {
      if (levels[dependent] == levels[node] + 1 && seen.insert(dependent).second) {
        order.push_back(dependent);
      }
    }
  }
  return order;
}

std::unique_ptr<Graph> Graph::clone() const {
  std::unordered_map<std::uint64_t, Node*> clones;
  return clone(clones);
}

std::unique_ptr<Graph> Graph::clone(std::unordered_map<std::uint64_t, Node*>& clones) const {
  auto copy = std::make_unique<Graph>();
  copy->is_clone = true;
  for (const auto& node : nodes_) {
    copy->nodes_.push_back(std::make_unique<Node>(*copy, node->params, node->origin));
    clones[node->serial] = copy->nodes_.back().get();
  }
  const auto translate_all = [&](const std::vector<Node*>& mine, std::vector<Node*>& theirs) {
    for (const Node* const node : mine) theirs.push_back(clones.at(node->serial));
  };
  for (const auto& node : nodes_) {
    Node& cloned = *clones.at(node->serial);
    translate_all(node->dependencies, cloned.dependencies);
    translate_all(node->dependents, cloned.dependents);
  }
  return copy;
}

Graph& graph_at(hipGraph_t handle) {
  Graph* const graph = Graph::find(handle);
  require(graph != nullptr);
  return *graph;
}

Node& node_at(hipGraphNode_t handle) {
  Node* const node = Node::find(handle);
  require(node != nullptr);
  return *node;
}

}  // namespace hip_on_cuda
