// Graphs that are built node by node, and their launches.
#include "graph_test.hpp"

#include <numeric>

using namespace hip_on_cuda::test;

namespace {

void count_call(void* data) { ++*static_cast<int*>(data); }

TEST_F(GraphTest, RunsItsNodesInOrder) {
  const Integers data(count);
  const Integers copy(count);
  std::vector<int> host(count);
  int calls = 0;
  const auto graph = make_graph();

  hipGraphNode_t fill = nullptr;
  const hipMemsetParams fill_params = fill_with(data, 5);
  ASSERT_HIP(hipGraphAddMemsetNode(&fill, graph.get(), nullptr, 0, &fill_params));
  Call add(data, 2);
  Call multiply(data, 3);
  const hipGraphNode_t added = add_kernel(graph, "add", add, {fill});
  const hipGraphNode_t multiplied = add_kernel(graph, "multiply", multiply, {added});
  hipGraphNode_t copied = nullptr;
  ASSERT_HIP(hipGraphAddMemcpyNode1D(&copied, graph.get(), &multiplied, 1, copy.address(),
                                     data.address(), data.bytes(), hipMemcpyDeviceToDevice));
  hipGraphNode_t read = nullptr;
  ASSERT_HIP(hipGraphAddMemcpyNode1D(&read, graph.get(), &copied, 1, host.data(), copy.address(),
                                     copy.bytes(), hipMemcpyDeviceToHost));
  hipGraphNode_t called = nullptr;
  const hipHostNodeParams call{.fn = &count_call, .userData = &calls};
  ASSERT_HIP(hipGraphAddHostNode(&called, graph.get(), &read, 1, &call));

  const auto executable = instantiate(graph);
  EXPECT_EQ(calls, 0);
  launch(executable);
  EXPECT_EQ(host, std::vector<int>(count, 21));
  EXPECT_EQ(calls, 1);
  launch(executable);
  EXPECT_EQ(host, std::vector<int>(count, 21));
  EXPECT_EQ(calls, 2);
}

TEST_F(GraphTest, KeepsCopiesOfArguments) {
  const Integers result(2);
  char small = 1;
  long long large = 20;
  short middle = 300;
  int* to = result.address();
  void* addresses[] = {&small, &large, &middle, &to};
  hipKernelNodeParams params{.blockDim = {1, 1, 1},
                             .extra = nullptr,
                             .func = function("sum"),
                             .gridDim = {1, 1, 1},
                             .kernelParams = addresses,
                             .sharedMemBytes = 0};
  const auto graph = make_graph();
  hipGraphNode_t first = nullptr;
  ASSERT_HIP(hipGraphAddKernelNode(&first, graph.get(), nullptr, 0, &params));

  struct {
    char small;
    long long large;
    short middle;
    int* result;
  } packed{2, 40, 600, to + 1};
  std::size_t bytes = sizeof(packed);
  void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   HIP_LAUNCH_PARAM_END};
  params.kernelParams = nullptr;
  params.extra = extra;
  hipGraphNode_t second = nullptr;
  ASSERT_HIP(hipGraphAddKernelNode(&second, graph.get(), nullptr, 0, &params));
  small = 0;
  large = 0;
  to = nullptr;
  packed = {};

  const auto executable = instantiate(graph);
  launch(executable);
  EXPECT_EQ(result.read(), (std::vector<int>{321, 642}));

  // The parameters that a node returns can be set again.
  for (const hipGraphNode_t node : {first, second}) {
    ASSERT_HIP(hipGraphKernelNodeGetParams(node, &params));
    EXPECT_EQ(params.func, function("sum"));
    EXPECT_EQ(params.extra != nullptr, node == second);
    EXPECT_EQ(params.kernelParams != nullptr, node == first);
    EXPECT_HIP(hipGraphKernelNodeSetParams(node, &params));
  }
  ASSERT_HIP(hipGraphKernelNodeGetParams(first, &params));
  *static_cast<long long*>(params.kernelParams[1]) = 50;
  EXPECT_HIP(hipGraphExecKernelNodeSetParams(executable.get(), first, &params));
  launch(executable);
  EXPECT_EQ(result.read(), (std::vector<int>{351, 642}));
}

TEST_F(GraphTest, RunsAKernelWithoutArguments) {
  void* none[1] = {};
  hipKernelNodeParams params{.blockDim = {1, 1, 1},
                             .extra = nullptr,
                             .func = function("nothing"),
                             .gridDim = {1, 1, 1},
                             .kernelParams = nullptr,
                             .sharedMemBytes = 0};
  const auto graph = make_graph();
  hipGraphNode_t node = nullptr;
  // hip_graph.cpp requires an array even without arguments.
  EXPECT_EQ(hipGraphAddKernelNode(&node, graph.get(), nullptr, 0, &params), hipErrorInvalidValue);
  params.kernelParams = none;
  ASSERT_HIP(hipGraphAddKernelNode(&node, graph.get(), nullptr, 0, &params));
  launch(instantiate(graph));
}

TEST_F(GraphTest, CopiesRectangles) {
  constexpr std::size_t rows = 4;
  constexpr std::size_t columns = 6;
  const Integers data(rows * columns);
  std::vector<int> host(2 * 3);
  std::iota(host.begin(), host.end(), 1);
  hipMemcpy3DParms params{};
  params.srcPtr = {.ptr = host.data(), .pitch = 3 * sizeof(int), .xsize = 3, .ysize = 2};
  params.dstPtr = {
      .ptr = data.address(), .pitch = columns * sizeof(int), .xsize = 0, .ysize = rows};
  params.dstPos = {.x = 2 * sizeof(int), .y = 1, .z = 0};
  params.extent = {.width = 3 * sizeof(int), .height = 2, .depth = 1};
  params.kind = hipMemcpyHostToDevice;
  const auto graph = make_graph();
  hipGraphNode_t node = nullptr;
  ASSERT_HIP(hipGraphAddMemcpyNode(&node, graph.get(), nullptr, 0, &params));
  const auto executable = instantiate(graph);
  launch(executable);
  std::vector<int> expected(rows * columns);
  for (std::size_t i = 0; i < host.size(); ++i)
    expected[(i / 3 + 1) * columns + 2 + i % 3] = host[i];
  EXPECT_EQ(data.read(), expected);

  params.dstPos = {};  // CUDA can change copies of one row only, HIP all
  ASSERT_HIP(hipGraphExecMemcpyNodeSetParams(executable.get(), node, &params));
  launch(executable);
  EXPECT_EQ(data.read().front(), 1);
  params.dstPtr.ptr = nullptr;
  EXPECT_EQ(hipGraphExecMemcpyNodeSetParams(executable.get(), node, &params), hipErrorInvalidValue);
}

TEST_F(GraphTest, RecordsAndAwaitsEvents) {
  const Integers data(count);
  const auto before = make_event();
  const auto after = make_event();
  const auto graph = make_graph();
  hipGraphNode_t first = nullptr;
  ASSERT_HIP(hipGraphAddEventRecordNode(&first, graph.get(), nullptr, 0, after.get()));
  Call call(data, 1);
  const hipGraphNode_t kernel = add_kernel(graph, "add", call, {first});
  hipGraphNode_t last = nullptr;
  ASSERT_HIP(hipGraphAddEventRecordNode(&last, graph.get(), &kernel, 1, after.get()));
  hipGraphNode_t wait = nullptr;
  ASSERT_HIP(hipGraphAddEventWaitNode(&wait, graph.get(), nullptr, 0, before.get()));
  ASSERT_HIP(hipGraphAddDependencies(graph.get(), &wait, &first, 1));

  hipEvent_t event = nullptr;
  EXPECT_HIP(hipGraphEventWaitNodeGetEvent(wait, &event));
  EXPECT_EQ(event, before.get());
  EXPECT_EQ(hipGraphEventRecordNodeGetEvent(wait, &event), hipErrorInvalidValue);
  EXPECT_HIP(hipGraphEventRecordNodeSetEvent(first, after.get()));

  const auto executable = instantiate(graph);
  EXPECT_HIP(hipGraphExecEventRecordNodeSetEvent(executable.get(), first, before.get()));
  launch(executable);
  EXPECT_HIP(hipEventQuery(after.get()));
  EXPECT_EQ(data.value(), 1);
  float milliseconds = -1;
  EXPECT_HIP(hipEventElapsedTime(&milliseconds, before.get(), after.get()));
  EXPECT_GE(milliseconds, 0);
}

TEST_F(GraphTest, RunsChildGraphs) {
  const Integers data(count, 1);
  const auto inner = make_graph();
  Call add(data, 2);
  Call multiply(data, 3);
  const hipGraphNode_t added = add_kernel(inner, "add", add);
  (void)add_kernel(inner, "multiply", multiply, {added});

  const auto graph = make_graph();
  Call before(data, 4);
  Call after(data, 5);
  const hipGraphNode_t first = add_kernel(graph, "add", before);
  hipGraphNode_t child = nullptr;
  ASSERT_HIP(hipGraphAddChildGraphNode(&child, graph.get(), &first, 1, inner.get()));
  (void)add_kernel(graph, "multiply", after, {child});
  const auto executable = instantiate(graph);
  launch(executable);
  EXPECT_EQ(data.value(), ((1 + 4 + 2) * 3) * 5);

  hipGraph_t own = nullptr;
  ASSERT_HIP(hipGraphChildGraphNodeGetGraph(child, &own));
  EXPECT_NE(own, inner.get());
  EXPECT_EQ(hipGraphChildGraphNodeGetGraph(first, &own), hipErrorInvalidValue);

  Call another(data, 10);
  const hipKernelNodeParams params = another.params(function("add"));
  ASSERT_HIP(hipGraphKernelNodeSetParams(added, &params));
  const hipError_t status =
      hipGraphExecChildGraphNodeSetParams(executable.get(), child, inner.get());
  EXPECT_EQ(status, is_5_2() ? hipErrorGraphExecUpdateFailure : hipSuccess);
  data.set(1);
  launch(executable);
  EXPECT_EQ(data.value(), ((1 + 4 + (is_5_2() ? 2 : 10)) * 3) * 5);
  EXPECT_EQ(hipGraphExecChildGraphNodeSetParams(executable.get(), child, graph.get()),
            hipErrorUnknown);
  (void)hipGetLastError();
}

}  // namespace
