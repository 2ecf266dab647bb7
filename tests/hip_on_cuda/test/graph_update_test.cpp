// Changes of executable graphs.
#include "graph_test.hpp"

using namespace hip_on_cuda::test;

namespace {

/// Updates the executable, checks that the status fits the result and returns the result.
hipGraphExecUpdateResult update(const Owned<hipGraphExec_t>& executable,
                                const Owned<hipGraph_t>& graph, hipGraphNode_t* node) {
  auto result = hipGraphExecUpdateSuccess;
  const hipError_t status = hipGraphExecUpdate(executable.get(), graph.get(), node, &result);
  EXPECT_EQ(status,
            result == hipGraphExecUpdateSuccess ? hipSuccess : hipErrorGraphExecUpdateFailure);
  (void)hipGetLastError();
  return result;
}

TEST_F(GraphTest, ChangesParametersOfNodes) {
  const Integers data(count);
  const Integers other(count);
  std::vector<int> host(count);
  int calls[2] = {};
  const auto graph = make_graph();
  hipGraphNode_t fill = nullptr;
  hipMemsetParams fill_params = fill_with(data, 1);
  ASSERT_HIP(hipGraphAddMemsetNode(&fill, graph.get(), nullptr, 0, &fill_params));
  Call call(data, 2);
  const hipGraphNode_t kernel = add_kernel(graph, "add", call, {fill});
  hipGraphNode_t copy = nullptr;
  ASSERT_HIP(hipGraphAddMemcpyNode1D(&copy, graph.get(), &kernel, 1, host.data(), data.address(),
                                     data.bytes(), hipMemcpyDeviceToHost));
  hipGraphNode_t function_call = nullptr;
  hipHostNodeParams host_params{.fn = [](void* count) { ++*static_cast<int*>(count); },
                                .userData = &calls[0]};
  ASSERT_HIP(hipGraphAddHostNode(&function_call, graph.get(), &copy, 1, &host_params));
  const auto executable = instantiate(graph);
  launch(executable);
  EXPECT_EQ(host, std::vector<int>(count, 3));

  fill_params = fill_with(other, 10);
  EXPECT_HIP(hipGraphExecMemsetNodeSetParams(executable.get(), fill, &fill_params));
  Call changed(other, 7);
  const hipKernelNodeParams params = changed.params(function("multiply"));
  EXPECT_HIP(hipGraphExecKernelNodeSetParams(executable.get(), kernel, &params));
  EXPECT_HIP(hipGraphExecMemcpyNodeSetParams1D(executable.get(), copy, host.data(), other.address(),
                                               other.bytes(), hipMemcpyDeviceToHost));
  host_params.userData = &calls[1];
  EXPECT_HIP(hipGraphExecHostNodeSetParams(executable.get(), function_call, &host_params));
  launch(executable);
  EXPECT_EQ(host, std::vector<int>(count, 70));
  EXPECT_EQ(calls[0], 1);
  EXPECT_EQ(calls[1], 1);
  // The graph itself has not changed.
  launch(instantiate(graph));
  EXPECT_EQ(host, std::vector<int>(count, 3));

  host_params.userData = nullptr;
  EXPECT_EQ(hipGraphExecHostNodeSetParams(executable.get(), function_call, &host_params),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGraphExecKernelNodeSetParams(executable.get(), copy, &params), hipErrorInvalidValue);
  (void)hipGetLastError();
}

TEST_F(GraphTest, MakesChangesThatCudaRefuses) {
  const Integers data(count, 1);
  const Integers other(count, 2);
  std::vector<int> host(count, 9);
  const auto graph = make_graph();
  hipGraphNode_t copy = nullptr;
  ASSERT_HIP(hipGraphAddMemcpyNode1D(&copy, graph.get(), nullptr, 0, data.address(),
                                     other.address(), 0, hipMemcpyDeviceToDevice));
  const auto executable = instantiate(graph);
  launch(executable);
  EXPECT_EQ(data.value(), 1);
  // First from an empty copy to a full one, then to another direction.
  ASSERT_HIP(hipGraphExecMemcpyNodeSetParams1D(executable.get(), copy, data.address(),
                                               other.address(), data.bytes(),
                                               hipMemcpyDeviceToDevice));
  launch(executable);
  EXPECT_EQ(data.value(), 2);
  ASSERT_HIP(hipGraphExecMemcpyNodeSetParams1D(executable.get(), copy, host.data(), data.address(),
                                               data.bytes(), hipMemcpyDeviceToHost));
  launch(executable);
  EXPECT_EQ(host, std::vector<int>(count, 2));
}

TEST_F(GraphTest, ReportsInvalidNodesAtTheLaunch) {
  const Integers data(count);
  const auto graph = make_graph();
  Call call(data, 1);
  hipKernelNodeParams params = call.params(function("add"));
  params.sharedMemBytes = 70000;
  hipGraphNode_t kernel = nullptr;
  ASSERT_HIP(hipGraphAddKernelNode(&kernel, graph.get(), nullptr, 0, &params));
  const auto executable = instantiate(graph);
  EXPECT_EQ(hipGraphLaunch(executable.get(), stream_.get()), hipErrorOutOfMemory);
  (void)hipGetLastError();
  params.sharedMemBytes = 50000;  // more than CUDA allows without an opt-in
  ASSERT_HIP(hipGraphExecKernelNodeSetParams(executable.get(), kernel, &params));
  launch(executable);
  EXPECT_EQ(data.value(), 1);
}

TEST_F(GraphTest, UpdateComparesNumberAndTypesOnly) {
  const Integers data(count, 1);
  const Integers other(count, 1);
  const auto chain = make_graph();
  Call one(data, 1);
  Call two(data, 2);
  const hipGraphNode_t first = add_kernel(chain, "add", one);
  (void)add_kernel(chain, "multiply", two, {first});
  const auto executable = instantiate(chain);
  launch(executable);
  EXPECT_EQ(data.value(), (1 + 1) * 2);

  // Without the edge: accepted, and the old edge stays.
  const auto loose = make_graph();
  Call ten(other, 10);
  Call three(other, 3);
  (void)add_kernel(loose, "add", ten);
  (void)add_kernel(loose, "multiply", three);
  hipGraphNode_t node = nullptr;
  EXPECT_EQ(update(executable, loose, &node), hipGraphExecUpdateSuccess);
  launch(executable);
  EXPECT_EQ(other.value(), (1 + 10) * 3);
  EXPECT_EQ(data.value(), 4);

  const auto shorter = make_graph();
  (void)add_kernel(shorter, "add", ten);
  EXPECT_EQ(update(executable, shorter, &node), hipGraphExecUpdateErrorTopologyChanged);

  const auto different = make_graph();
  (void)add_kernel(different, "add", ten);
  hipGraphNode_t fill = nullptr;
  const hipMemsetParams params = fill_with(data, 1);
  ASSERT_HIP(hipGraphAddMemsetNode(&fill, different.get(), nullptr, 0, &params));
  EXPECT_EQ(update(executable, different, &node), hipGraphExecUpdateErrorNodeTypeChanged);
  EXPECT_EQ(node, fill);
  launch(executable);  // the executable still works
  EXPECT_EQ(other.value(), ((1 + 10) * 3 + 10) * 3);
}

TEST_F(GraphTest, UpdateReportsRefusedParameters) {
  const Integers data(count);
  std::vector<int> host(count);
  const auto graph = make_graph();
  hipGraphNode_t copy = nullptr;
  ASSERT_HIP(hipGraphAddMemcpyNode1D(&copy, graph.get(), nullptr, 0, host.data(), data.address(),
                                     data.bytes(), hipMemcpyDeviceToHost));
  const auto executable = instantiate(graph);
  // A new node may have the direction hipMemcpyDefault, a changed one may not.
  const auto open = make_graph();
  hipGraphNode_t open_copy = nullptr;
  ASSERT_HIP(hipGraphAddMemcpyNode1D(&open_copy, open.get(), nullptr, 0, host.data(),
                                     data.address(), data.bytes(), hipMemcpyDefault));
  hipGraphNode_t node = nullptr;
  EXPECT_EQ(update(executable, open, &node), hipGraphExecUpdateErrorParametersChanged);
  EXPECT_EQ(node, open_copy);
  launch(instantiate(open));
  EXPECT_EQ(hipGraphExecUpdate(executable.get(), graph.get(), &node, nullptr),
            hipErrorInvalidValue);
  (void)hipGetLastError();
}

TEST_F(GraphTest, AbortsOnAKernelNodeWithoutArguments) {
  const Integers data(count);
  const auto graph = make_graph();
  Call call(data, 1);
  const hipGraphNode_t kernel = add_kernel(graph, "add", call);
  hipKernelNodeParams params = call.params(function("add"));
  params.kernelParams = nullptr;
  EXPECT_DEATH((void)hipGraphKernelNodeSetParams(kernel, &params), "address 0");
}

TEST_F(GraphTest, FillsSeveralRowsExceptIn5_2) {
  const Integers data(count);
  hipMemsetParams params = fill_with(data, 7);
  params.width = 2;
  params.height = 3;
  params.pitch = 4 * sizeof(int);
  const auto graph = make_graph();
  hipGraphNode_t node = nullptr;
  if (is_5_2()) {
    EXPECT_DEATH((void)hipGraphAddMemsetNode(&node, graph.get(), nullptr, 0, &params),
                 "element size");
    return;
  }
  ASSERT_HIP(hipGraphAddMemsetNode(&node, graph.get(), nullptr, 0, &params));
  launch(instantiate(graph));
  std::vector<int> values = data.read();
  values.resize(12);
  EXPECT_EQ(values, (std::vector<int>{7, 7, 0, 0, 7, 7, 0, 0, 7, 7, 0, 0}));
}

}  // namespace
