#include <duet/native.hpp>

#include <memory>

#include "captured_graph.hpp"
#include "graph_state.hpp"
#include "owned_graph.hpp"
#include "vendor_node.hpp"

namespace duet {

Graph graph_from_native(const Device& device, NativeGraph graph) {
  if (graph == nullptr) throw Error(ErrorCode::invalid_argument, "graph_from_native: null graph");
  make_current(device);
  detail::OwnedGraph copy = detail::OwnedGraph::create();
  vendor::GraphNodeHandle child{};
  DUET_DRIVER(graph_add_child, &child, copy.handle(), nullptr, 0, graph);
  Graph result(device);
  result.own_state().nodes.push_back({detail::CapturedCall{
      std::make_shared<const detail::CapturedGraph>(device, std::move(copy))}});
  return result;
}

}  // namespace duet
