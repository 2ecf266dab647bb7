// Stream captures and the graphs that they yield.
#include <thread>

#include "graph_test.hpp"

using namespace hip_on_cuda::test;

namespace {

void begin(const Owned<hipStream_t>& stream,
           hipStreamCaptureMode mode = hipStreamCaptureModeGlobal) {
  EXPECT_HIP(hipStreamBeginCapture(stream.get(), mode));
}

Owned<hipGraph_t> end(const Owned<hipStream_t>& stream) {
  hipGraph_t graph = nullptr;
  EXPECT_HIP(hipStreamEndCapture(stream.get(), &graph));
  return Owned<hipGraph_t>(graph);
}

hipStreamCaptureStatus status_of(const Owned<hipStream_t>& stream) {
  auto status = hipStreamCaptureStatusNone;
  EXPECT_HIP(hipStreamIsCapturing(stream.get(), &status));
  return status;
}

std::size_t count_nodes(const Owned<hipGraph_t>& graph) {
  std::size_t nodes = 0;
  EXPECT_HIP(hipGraphGetNodes(graph.get(), nullptr, &nodes));
  return nodes;
}

void fill(const Owned<hipStream_t>& stream, const Integers& data, int value) {
  EXPECT_HIP(hipMemsetD32Async(data.address(), value, data.bytes() / sizeof(int), stream.get()));
}

void copy(const Owned<hipStream_t>& stream, const Integers& to, const Integers& from) {
  EXPECT_HIP(hipMemcpyDtoDAsync(to.address(), from.address(), to.bytes(), stream.get()));
}

TEST_F(GraphTest, CapturesFillsAndCopies) {
  const Integers data(count, 1);
  const Integers other(count, 2);
  EXPECT_EQ(status_of(stream_), hipStreamCaptureStatusNone);
  begin(stream_);
  EXPECT_EQ(status_of(stream_), hipStreamCaptureStatusActive);
  fill(stream_, data, 5);
  copy(stream_, other, data);
  const auto graph = end(stream_);
  EXPECT_EQ(status_of(stream_), hipStreamCaptureStatusNone);
  EXPECT_EQ(count_nodes(graph), 2u);
  EXPECT_EQ(data.value(), 1);
  EXPECT_EQ(other.value(), 2);
  launch(instantiate(graph));
  EXPECT_EQ(data.value(), 5);
  EXPECT_EQ(other.value(), 5);
}

TEST_F(GraphTest, CapturesLaunchesFrom5_3On) {
  const Integers data(count, 1);
  Call call(data, 2);
  const hipKernelNodeParams params = call.params(function("add"));
  begin(stream_);
  EXPECT_HIP(hipModuleLaunchKernel(function("add"), params.gridDim.x, 1, 1, params.blockDim.x, 1, 1,
                                   0, stream_.get(), params.kernelParams, nullptr));
  call.operand = 1000;
  const auto graph = end(stream_);
  EXPECT_HIP(hipStreamSynchronize(stream_.get()));
  EXPECT_EQ(count_nodes(graph), is_5_2() ? 0u : 1u);
  EXPECT_EQ(data.value(), is_5_2() ? 3 : 1);
  launch(instantiate(graph));
  EXPECT_EQ(data.value(), 3);
}

TEST_F(GraphTest, CapturesHostFunctions) {
  using Launch = decltype(&hipLaunchHostFunc);
  const auto launch_host = reinterpret_cast<Launch>(dlsym(RTLD_DEFAULT, "hipLaunchHostFunc"));
  if (launch_host == nullptr) GTEST_SKIP() << "HIP 5.2 does not export hipLaunchHostFunc";
  int calls = 0;
  begin(stream_);
  EXPECT_HIP(launch_host(
      stream_.get(), [](void* data) { ++*static_cast<int*>(data); }, &calls));
  const auto graph = end(stream_);
  EXPECT_EQ(calls, 0);
  launch(instantiate(graph));
  EXPECT_EQ(calls, 1);
}

TEST_F(GraphTest, CapturesAForkAndAJoin) {
  const Integers first(count);
  const Integers second(count);
  const Integers result(count);
  const auto side = make_stream();
  const auto fork = make_event();
  const auto join = make_event();
  begin(stream_);
  fill(stream_, first, 1);
  EXPECT_HIP(hipEventRecord(fork.get(), stream_.get()));
  EXPECT_HIP(hipStreamWaitEvent(side.get(), fork.get(), 0));
  EXPECT_EQ(status_of(side), hipStreamCaptureStatusActive);
  copy(side, second, first);
  EXPECT_HIP(hipEventRecord(join.get(), side.get()));
  fill(stream_, result, 2);
  EXPECT_HIP(hipStreamWaitEvent(stream_.get(), join.get(), 0));
  copy(stream_, result, second);
  const auto graph = end(stream_);
  EXPECT_EQ(status_of(side), hipStreamCaptureStatusNone);
  std::size_t edges = 0;
  EXPECT_HIP(hipGraphGetEdges(graph.get(), nullptr, nullptr, &edges));
  EXPECT_EQ(count_nodes(graph), 4u);
  EXPECT_EQ(edges, 4u);
  launch(instantiate(graph));
  EXPECT_EQ(result.value(), 1);
  // Event and stream can be used again.
  EXPECT_HIP(hipEventRecord(fork.get(), side.get()));
  EXPECT_HIP(hipEventSynchronize(fork.get()));
}

TEST_F(GraphTest, EndsAfterAJoinFrom5_6On) {
  const Integers data(count);
  const Integers other(count);
  auto origin = make_stream();
  const auto side = make_stream();
  const auto event = make_event();
  begin(origin);
  EXPECT_HIP(hipEventRecord(event.get(), origin.get()));
  EXPECT_HIP(hipStreamWaitEvent(side.get(), event.get(), 0));
  fill(origin, data, 1);
  fill(side, other, 2);
  EXPECT_HIP(hipEventRecord(event.get(), side.get()));
  EXPECT_HIP(hipStreamWaitEvent(origin.get(), event.get(), 0));
  hipGraph_t ended = nullptr;
  EXPECT_EQ(hipStreamEndCapture(origin.get(), &ended),
            is_5_2() ? hipErrorStreamCaptureUnjoined : hipSuccess);
  const Owned<hipGraph_t> graph(ended);
  (void)hipGetLastError();
}

TEST_F(GraphTest, ACaptureThatIsNotJoinedStaysActive) {
  const Integers data(count);
  auto origin = make_stream();
  const auto side = make_stream();
  const auto event = make_event();
  begin(origin);
  fill(origin, data, 0);
  EXPECT_HIP(hipEventRecord(event.get(), origin.get()));
  EXPECT_HIP(hipStreamWaitEvent(side.get(), event.get(), 0));
  fill(origin, data, 1);
  fill(side, data, 2);
  hipGraph_t graph = nullptr;
  EXPECT_EQ(hipStreamEndCapture(side.get(), &graph), hipErrorStreamCaptureUnmatched);
  EXPECT_EQ(hipStreamEndCapture(origin.get(), &graph), hipErrorStreamCaptureUnjoined);
  EXPECT_EQ(status_of(origin), hipStreamCaptureStatusActive);
  EXPECT_EQ(hipStreamEndCapture(origin.get(), &graph), hipErrorStreamCaptureWrongThread);
  origin.reset();
  EXPECT_EQ(status_of(side), hipStreamCaptureStatusNone);
  (void)hipGetLastError();
}

TEST_F(GraphTest, ReportsTheStateOfACapture) {
  const Integers data(count);
  begin(stream_);
  fill(stream_, data, 1);
  auto status = hipStreamCaptureStatusNone;
  unsigned long long id = 0;
  hipGraph_t graph = nullptr;
  const hipGraphNode_t* last = nullptr;
  std::size_t last_count = 0;
  ASSERT_HIP(hipStreamGetCaptureInfo_v2(stream_.get(), &status, &id, &graph, &last, &last_count));
  EXPECT_EQ(status, hipStreamCaptureStatusActive);
  EXPECT_NE(id, 0u);
  ASSERT_EQ(last_count, 1u);
  // Adds a node by hand; the stream's next node depends on it.
  hipGraphNode_t own = nullptr;
  ASSERT_HIP(hipGraphAddEmptyNode(&own, graph, last, last_count));
  ASSERT_HIP(
      hipStreamUpdateCaptureDependencies(stream_.get(), &own, 1, hipStreamSetCaptureDependencies));
  fill(stream_, data, 2);
  const auto captured = end(stream_);
  EXPECT_EQ(captured.get(), graph);
  std::size_t dependents = 0;
  EXPECT_HIP(hipGraphNodeGetDependentNodes(own, nullptr, &dependents));
  EXPECT_EQ(dependents, 1u);
  EXPECT_EQ(hipStreamUpdateCaptureDependencies(stream_.get(), nullptr, 0,
                                               hipStreamAddCaptureDependencies),
            hipErrorIllegalState);
  launch(instantiate(captured));
  EXPECT_EQ(data.value(), 2);
  (void)hipGetLastError();
}

TEST_F(GraphTest, ReportsMisusedCaptures) {
  hipGraph_t graph = nullptr;
  EXPECT_EQ(hipStreamBeginCapture(nullptr, hipStreamCaptureModeGlobal),
            hipErrorStreamCaptureUnsupported);
  EXPECT_EQ(hipStreamEndCapture(stream_.get(), &graph), hipErrorStreamCaptureUnmatched);
  EXPECT_EQ(hipStreamEndCapture(stream_.get(), nullptr), hipErrorInvalidValue);
  begin(stream_);
  EXPECT_EQ(hipStreamBeginCapture(stream_.get(), hipStreamCaptureModeGlobal), hipErrorIllegalState);
  std::thread([&] {
    EXPECT_EQ(hipStreamEndCapture(stream_.get(), &graph), hipErrorStreamCaptureWrongThread);
  }).join();
  EXPECT_EQ(count_nodes(end(stream_)), 0u);
  (void)hipGetLastError();
}

TEST_F(GraphTest, CapturesForbidOtherCalls) {
  const Integers data(count);
  void* address = nullptr;
  auto relaxed = hipStreamCaptureModeRelaxed;
  auto stream = make_stream();
  begin(stream);
  // In relaxed mode a thread may make such calls.
  ASSERT_HIP(hipThreadExchangeStreamCaptureMode(&relaxed));
  EXPECT_EQ(relaxed, hipStreamCaptureModeGlobal);
  EXPECT_HIP(hipMalloc(&address, 16));
  EXPECT_HIP(hipFree(address));
  ASSERT_HIP(hipThreadExchangeStreamCaptureMode(&relaxed));
  EXPECT_EQ(hipMalloc(&address, 16), hipErrorStreamCaptureUnsupported);
  EXPECT_EQ(hipMemset(data.address(), 0, data.bytes()), hipErrorStreamCaptureImplicit);
  (void)hipGetLastError();

  hipGraph_t graph = nullptr;
  const hipError_t status = hipStreamEndCapture(stream.get(), &graph);
  EXPECT_EQ(status, is_5_2() ? hipSuccess : hipErrorStreamCaptureInvalidated);
  if (is_5_2()) {
    EXPECT_HIP(hipGraphDestroy(graph));
  } else {
    EXPECT_EQ(status_of(stream), hipStreamCaptureStatusInvalidated);
    EXPECT_EQ(hipMemsetAsync(data.address(), 0, data.bytes(), stream.get()),
              hipErrorStreamCaptureInvalidated);
  }
  (void)hipGetLastError();
  stream.reset();
  EXPECT_HIP(hipMemset(data.address(), 0, data.bytes()));
}

TEST_F(GraphTest, WaitingForACaptureInvalidatesItFrom6_2On) {
  if (is_5_2()) GTEST_SKIP() << "HIP 5.2 does not forbid it";
  const Integers data(count);
  const auto event = make_event();
  for (const bool for_event : {false, true}) {
    const auto stream = make_stream();
    begin(stream, hipStreamCaptureModeThreadLocal);
    EXPECT_HIP(hipEventRecord(event.get(), stream.get()));
    if (for_event) {
      EXPECT_EQ(hipEventQuery(event.get()), hipErrorCapturedEvent);
    } else {
      EXPECT_EQ(hipStreamSynchronize(stream.get()), hipErrorStreamCaptureUnsupported);
    }
    EXPECT_EQ(status_of(stream), hipStreamCaptureStatusInvalidated);
  }
  (void)hipGetLastError();
}

}  // namespace
