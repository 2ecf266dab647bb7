// Graphs as data: nodes, edges, clones, invalid handles and parameters.
#include "graph_test.hpp"

using namespace hip_on_cuda::test;

namespace {

using Nodes = std::vector<hipGraphNode_t>;

hipGraphNode_t add_empty(const Owned<hipGraph_t>& graph, const Nodes& after = {}) {
  hipGraphNode_t node = nullptr;
  EXPECT_HIP(hipGraphAddEmptyNode(&node, graph.get(), after.data(), after.size()));
  return node;
}

/// Queries the size of a list and then the list.
template <typename Get>
Nodes list(const Get& get) {
  std::size_t count = 0;
  EXPECT_HIP(get(static_cast<hipGraphNode_t*>(nullptr), &count));
  Nodes nodes(count);
  EXPECT_HIP(get(nodes.data(), &count));
  return nodes;
}

Nodes nodes_of(hipGraph_t graph) {
  return list([&](auto* nodes, auto* count) { return hipGraphGetNodes(graph, nodes, count); });
}
Nodes roots_of(const Owned<hipGraph_t>& graph) {
  return list(
      [&](auto* nodes, auto* count) { return hipGraphGetRootNodes(graph.get(), nodes, count); });
}
Nodes dependencies_of(hipGraphNode_t node) {
  return list(
      [&](auto* nodes, auto* count) { return hipGraphNodeGetDependencies(node, nodes, count); });
}
Nodes dependents_of(hipGraphNode_t node) {
  return list(
      [&](auto* nodes, auto* count) { return hipGraphNodeGetDependentNodes(node, nodes, count); });
}

TEST_F(GraphTest, ListsNodesAndEdges) {
  const auto graph = make_graph();
  const hipGraphNode_t a = add_empty(graph);
  const hipGraphNode_t b = add_empty(graph);
  const hipGraphNode_t c = add_empty(graph, {a, b});
  EXPECT_EQ(nodes_of(graph.get()), (Nodes{a, b, c}));
  EXPECT_EQ(roots_of(graph), (Nodes{a, b}));
  EXPECT_EQ(dependencies_of(c), (Nodes{a, b}));
  EXPECT_EQ(dependents_of(a), (Nodes{c}));

  Nodes from(3, a);
  Nodes to(3, a);
  std::size_t count = 3;
  ASSERT_HIP(hipGraphGetEdges(graph.get(), from.data(), to.data(), &count));
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(from, (Nodes{a, b, nullptr}));
  EXPECT_EQ(to, (Nodes{c, c, nullptr}));
  count = 1;
  ASSERT_HIP(hipGraphGetEdges(graph.get(), from.data(), to.data(), &count));
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(hipGraphGetEdges(graph.get(), from.data(), nullptr, &count), hipErrorInvalidValue);

  EXPECT_HIP(hipGraphAddDependencies(graph.get(), &a, &b, 1));
  EXPECT_EQ(hipGraphAddDependencies(graph.get(), &a, &b, 1), hipErrorInvalidValue);
  EXPECT_EQ(hipGraphAddDependencies(graph.get(), &a, &a, 1), hipErrorInvalidValue);
  EXPECT_EQ(roots_of(graph), (Nodes{a}));
  EXPECT_HIP(hipGraphRemoveDependencies(graph.get(), &a, &c, 1));
  EXPECT_EQ(hipGraphRemoveDependencies(graph.get(), &a, &c, 1), hipErrorInvalidValue);
  EXPECT_EQ(dependencies_of(c), (Nodes{b}));

  EXPECT_HIP(hipGraphDestroyNode(b));
  EXPECT_EQ(nodes_of(graph.get()), (Nodes{a, c}));
  EXPECT_TRUE(dependencies_of(c).empty());
  EXPECT_EQ(hipGraphDestroyNode(b), hipErrorInvalidValue);
  (void)hipGetLastError();
}

TEST_F(GraphTest, ReportsTypesOfNodes) {
  const Integers data(count);
  const auto event = make_event();
  const auto graph = make_graph();
  const auto inner = make_graph();
  (void)add_empty(inner);
  Call call(data, 1);
  (void)add_kernel(graph, "add", call);
  hipGraphNode_t node = nullptr;
  const hipMemsetParams fill = fill_with(data, 1);
  ASSERT_HIP(hipGraphAddMemsetNode(&node, graph.get(), nullptr, 0, &fill));
  const hipHostNodeParams host{.fn = [](void*) {}, .userData = nullptr};
  ASSERT_HIP(hipGraphAddHostNode(&node, graph.get(), nullptr, 0, &host));
  ASSERT_HIP(hipGraphAddChildGraphNode(&node, graph.get(), nullptr, 0, inner.get()));
  (void)add_empty(graph);
  ASSERT_HIP(hipGraphAddEventWaitNode(&node, graph.get(), nullptr, 0, event.get()));
  ASSERT_HIP(hipGraphAddEventRecordNode(&node, graph.get(), nullptr, 0, event.get()));
  ASSERT_HIP(hipGraphAddMemcpyNode1D(&node, graph.get(), nullptr, 0, data.address(), &call,
                                     sizeof(int), hipMemcpyHostToDevice));
  std::vector<hipGraphNodeType> types;
  for (const hipGraphNode_t each : nodes_of(graph.get())) {
    ASSERT_HIP(hipGraphNodeGetType(each, &types.emplace_back()));
  }
  EXPECT_EQ(types, (std::vector<hipGraphNodeType>{
                       hipGraphNodeTypeKernel, hipGraphNodeTypeMemset, hipGraphNodeTypeHost,
                       hipGraphNodeTypeGraph, hipGraphNodeTypeEmpty, hipGraphNodeTypeWaitEvent,
                       hipGraphNodeTypeEventRecord, hipGraphNodeTypeMemcpy1D}));
  launch(instantiate(graph));
}

TEST_F(GraphTest, Clones) {
  const Integers data(count);
  auto graph = make_graph();
  Call one(data, 1);
  Call two(data, 2);
  const hipGraphNode_t node = add_kernel(graph, "add", one);
  (void)add_kernel(graph, "multiply", two, {node});
  hipGraph_t made = nullptr;
  ASSERT_HIP(hipGraphClone(&made, graph.get()));
  const Owned<hipGraph_t> clone(made);
  hipGraphNode_t cloned = nullptr;
  ASSERT_HIP(hipGraphNodeFindInClone(&cloned, node, clone.get()));
  EXPECT_EQ(nodes_of(made).front(), cloned);
  EXPECT_EQ(hipGraphNodeFindInClone(&cloned, cloned, graph.get()), hipErrorInvalidValue);

  Call ten(data, 10);
  const hipKernelNodeParams params = ten.params(function("add"));
  EXPECT_HIP(hipGraphKernelNodeSetParams(cloned, &params));
  const auto executable = instantiate(clone);
  // The executable of the clone does not accept the nodes of the original.
  EXPECT_EQ(hipGraphExecKernelNodeSetParams(executable.get(), node, &params), hipErrorInvalidValue);
  launch(instantiate(graph));
  EXPECT_EQ(data.value(), (0 + 1) * 2);
  graph.reset();
  launch(executable);
  EXPECT_EQ(data.value(), (2 + 10) * 2);
  (void)hipGetLastError();
}

TEST_F(GraphTest, RefusesInvalidHandlesAndParameters) {
  const Integers data(count);
  auto graph = make_graph();
  const auto other = make_graph();
  hipGraphNode_t node = nullptr;
  const hipGraphNode_t foreign = add_empty(other);
  EXPECT_EQ(hipGraphCreate(nullptr, 0), hipErrorInvalidValue);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidValue);
  EXPECT_EQ(hipGetLastError(), hipSuccess);
  EXPECT_EQ(hipGraphAddEmptyNode(&node, graph.get(), &foreign, 1), hipErrorInvalidValue);
  EXPECT_EQ(hipGraphAddEmptyNode(&node, graph.get(), nullptr, 1), hipErrorInvalidValue);
  EXPECT_TRUE(nodes_of(graph.get()).empty());

  Call call(data, 1);
  hipKernelNodeParams kernel = call.params(function("add"));
  kernel.blockDim.x = 2000;
  EXPECT_EQ(hipGraphAddKernelNode(&node, graph.get(), nullptr, 0, &kernel),
            hipErrorInvalidConfiguration);
  kernel.blockDim.x = 0;
  EXPECT_EQ(hipGraphAddKernelNode(&node, graph.get(), nullptr, 0, &kernel), hipErrorInvalidValue);
  hipMemsetParams fill = fill_with(data, 1);
  fill.elementSize = 3;
  EXPECT_EQ(hipGraphAddMemsetNode(&node, graph.get(), nullptr, 0, &fill), hipErrorInvalidValue);
  fill = fill_with(data, 1);
  ++fill.width;
  EXPECT_EQ(hipGraphAddMemsetNode(&node, graph.get(), nullptr, 0, &fill), hipErrorInvalidValue);
  EXPECT_EQ(hipGraphAddMemcpyNode1D(&node, graph.get(), nullptr, 0, data.address(), data.address(),
                                    data.bytes() + 1, hipMemcpyDeviceToDevice),
            hipErrorInvalidValue);

  auto executable = instantiate(graph);
  launch(executable);  // of an empty graph
  const hipGraphExec_t dead = executable.get();
  executable.reset();
  EXPECT_EQ(hipGraphLaunch(dead, stream_.get()), hipErrorInvalidValue);
  const hipGraph_t destroyed = graph.get();
  graph.reset();
  EXPECT_EQ(hipGraphDestroy(destroyed), hipErrorIllegalState);
  EXPECT_EQ(hipGraphDestroy(nullptr), hipErrorInvalidValue);
  (void)hipGetLastError();
}

TEST_F(GraphTest, AbortsOnACycle) {
  const auto graph = make_graph();
  const hipGraphNode_t first = add_empty(graph);
  const hipGraphNode_t second = add_empty(graph, {first});
  EXPECT_DEATH((void)hipGraphAddDependencies(graph.get(), &second, &first, 1), "closes a cycle");
}

}  // namespace
