#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <numeric>

#include "step_test.hpp"
#include "support/eventually.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class GraphTest : public StepTest {
 protected:
  const LaunchShape one_ = one();
};

TEST_F(GraphTest, AChainRunsInOrderEachTime) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  Graph graph(device());
  GraphNode last = graph.fill({}, x, 1);
  for (int i = 0; i < 5; ++i) last = graph.launch({last}, step(), one_, x, 3, i);
  EXPECT_EQ(graph.size(), 6u);
  const GraphExec exec(graph);
  int expected = 1;
  for (int i = 0; i < 5; ++i) expected = expected * 3 + i;
  for (int run = 0; run < 3; ++run) {
    exec.launch(stream);
    EXPECT_EQ(read(stream, x), std::vector<int>(32, expected));
    fill(stream, x, -1);
  }
}

TEST_F(GraphTest, BranchesJoin) {
  const Stream stream(device());
  const Buffer<int> a(device(), 32), b(device(), 32), sum(device(), 32);
  Graph graph(device());
  const GraphNode start = graph.fill({}, a, 1);
  const GraphNode copied = graph.copy({start}, b, a);
  const GraphNode left = graph.launch({copied}, step(), one_, a, 10, 1);
  const GraphNode right = graph.launch({copied}, step(), one_, b, 20, 2);
  graph.launch({right, left, right}, add(), one_, sum, a, b);
  GraphExec(graph).launch(stream);
  EXPECT_EQ(read(stream, sum), std::vector<int>(32, 33));
}

TEST_F(GraphTest, CopiesInAllDirections) {
  const Stream stream(device());
  std::vector<int> from(1000);
  std::iota(from.begin(), from.end(), 0);
  std::vector<int> to(1000, -1);
  const Buffer<int> x(device(), 1000), y(device(), 1000);
  Graph graph(device());
  const GraphNode in = graph.copy({}, x, from);
  const GraphNode across = graph.copy({in}, y, x);
  graph.copy({across}, to, y);
  const GraphExec exec(graph);
  exec.launch(stream);
  stream.synchronize();
  EXPECT_EQ(to, from);
  from.assign(1000, 7);  // each run reads the host memory again
  exec.launch(stream);
  stream.synchronize();
  EXPECT_EQ(to, from);
}

template <typename T>
void expect_fill_node(const Device& device, T value) {
  const Stream stream(device);
  for (const std::size_t count : {1U, 2U, 5U, 1023U}) {
    const Buffer<T> x(device, count);
    Graph graph(device);
    graph.fill({}, x, value);
    GraphExec(graph).launch(stream);
    EXPECT_EQ(read(stream, x), std::vector<T>(count, value)) << sizeof(T) << " x " << count;
  }
}

TEST_F(GraphTest, FillsOfValuesOfAnySize) {
  expect_fill_node<unsigned char>(device(), 200);
  expect_fill_node<short>(device(), -2);
  expect_fill_node<float>(device(), 1.5f);
  expect_fill_node<double>(device(), 1e100);
  expect_fill_node<std::array<unsigned char, 3>>(device(), {1, 2, 3});
  expect_fill_node<std::array<int, 5>>(device(), {1, 2, 3, 4, 5});
}

TEST_F(GraphTest, HostFunctionsRunOncePerRun) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  std::vector<int> host(32);
  std::vector<int> seen;
  Graph graph(device());
  GraphNode last = graph.fill({}, x, 5);
  last = graph.copy({last}, host, x);
  last = graph.launch_host_function({last}, [&] { seen.push_back(host[31]); });
  last = graph.launch({last}, step(), one_, x, 2, 0);
  last = graph.copy({last}, host, x);
  graph.launch_host_function({last}, [&] { seen.push_back(host[31]); });
  const GraphExec exec(graph);
  for (int run = 0; run < 3; ++run) exec.launch(stream);
  stream.synchronize();
  EXPECT_THAT(seen, ElementsAre(5, 10, 5, 10, 5, 10));
}

TEST_F(GraphTest, EventsOrderStreams) {
  const Stream first(device()), second(device());
  const Buffer<int> x(device(), 32), y(device(), 32);
  Event ready(device()), done(device());
  Graph graph(device());
  const GraphNode wait = graph.wait({}, ready.ref());
  const GraphNode work = graph.launch({wait}, step(), one_, x, 2, 1);
  graph.record({work}, done.ref());
  const GraphExec exec(graph);
  for (int i = 0; i < 20; ++i) {
    fill(first, x, i);
    ready.record(first);
    exec.launch(second);
    first.wait(done);
    copy(first, y, x);
    EXPECT_EQ(read(first, y), std::vector<int>(32, 2 * i + 1));
  }
}

TEST_F(GraphTest, ChildrenAreCopies) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  Graph inner(device());
  const GraphNode one = inner.launch({}, step(), one_, x, 1, 1);
  inner.launch({one}, step(), one_, x, 2, 0);
  Graph outer(device());
  const GraphNode start = outer.fill({}, x, 3);
  const GraphNode first = outer.child({start}, inner);
  inner.launch({}, step(), one_, x, 0, 0);  // not part of the child, which is a copy
  outer.child({first}, outer);              // a graph as a child of itself
  const GraphExec exec(outer);
  exec.launch(stream);
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 8));
  EXPECT_EQ(outer.nodes()[1].text, "graph of 2 nodes");
}

TEST_F(GraphTest, EmptyNodesJoin) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32), y(device(), 32), sum(device(), 32);
  Graph graph(device());
  const GraphNode a = graph.fill({}, x, 1);
  const GraphNode b = graph.fill({}, y, 2);
  const GraphNode both = graph.empty({a, b});
  graph.launch({both}, add(), one_, sum, x, y);
  GraphExec(graph).launch(stream);
  EXPECT_EQ(read(stream, sum), std::vector<int>(32, 3));
}

TEST_F(GraphTest, AnEmptyGraphRuns) {
  const Stream stream(device());
  const Buffer<int> nothing;
  Graph graph(device());
  const GraphExec exec(graph);
  exec.launch(stream);
  stream.synchronize();
  const Buffer<int> x(device(), 0);
  graph.fill({}, x, 1);
  EXPECT_EQ(graph.nodes().at(0).kind, GraphNodeKind::empty);
}

TEST_F(GraphTest, AnUpdateReportsItsEffect) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32), y(device(), 32);
  const auto make = [&](const Buffer<int>& target, int start, int factor, unsigned threads) {
    Graph graph(device());
    const GraphNode filled = graph.fill({}, target, start);
    graph.launch({filled}, step(), {{1}, {threads}}, target, factor, 0);
    return graph;
  };
  GraphExec exec(make(x, 1, 2, 32));
  EXPECT_EQ(exec.update(make(x, 1, 2, 32)), GraphUpdate::nothing);
  EXPECT_EQ(exec.update(make(x, 1, 5, 32)), GraphUpdate::in_place);
  exec.launch(stream);
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 5));
  EXPECT_EQ(exec.update(make(y, 3, 4, 16)), GraphUpdate::in_place);
  exec.launch(stream);
  std::vector<int> half(32, 3);
  std::fill(half.begin(), half.begin() + 16, 12);
  EXPECT_EQ(read(stream, y), half);
  Graph longer = make(x, 1, 6, 32);
  longer.launch({GraphNode{1}}, step(), one_, x, 1, 1);
  EXPECT_EQ(exec.update(longer), GraphUpdate::instantiated);
  exec.launch(stream);
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 7));
}

TEST_F(GraphTest, EveryKindOfNodeCanBeUpdated) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32), y(device(), 32);
  std::vector<int> one(32, 1), two(32, 2), result(32);
  int calls = 0;
  Event event(device());
  const auto make = [&](const std::vector<int>& from, const Kernel& kernel, int by,
                        const Buffer<int>& other) {
    Graph graph(device());
    GraphNode last = graph.copy({}, x, from);
    last = graph.fill({last}, other, 10);
    last = kernel.id() == step().id() ? graph.launch({last}, kernel, one_, x, 1, by)
                                      : graph.launch({last}, kernel, one_, x, x, other);
    last = graph.copy({last}, result, x);
    last = graph.launch_host_function({last}, [&calls, by] { calls += by; });
    last = graph.record({last}, event.ref());
    Graph inner(device());
    inner.fill({}, other, by);
    graph.child({last}, inner);
    return graph;
  };
  GraphExec exec(make(one, step(), 100, y));
  exec.launch(stream);
  stream.synchronize();
  EXPECT_EQ(result[5], 101);
  EXPECT_EQ(calls, 100);
  EXPECT_EQ(read(stream, y)[3], 100);
  const Buffer<int> z(device(), 32);
  EXPECT_NE(exec.update(make(two, add(), 1000, z)), GraphUpdate::nothing);
  exec.launch(stream);
  stream.synchronize();
  EXPECT_EQ(result[5], 12);
  EXPECT_EQ(calls, 1100);
  EXPECT_EQ(read(stream, z)[3], 1000);
  EXPECT_EQ(read(stream, y)[3], 100);
}

TEST_F(GraphTest, UpdatesDoNotChangeRunsInFlight) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 0);
  const auto make = [&](int n) {
    Graph graph(device());
    graph.launch({}, step(), one_, x, 1, n);
    return graph;
  };
  GraphExec exec(make(0));
  int expected = 0;
  for (int i = 1; i <= 500; ++i) {
    exec.update(make(i));
    exec.launch(stream);
    expected += i;
  }
  EXPECT_EQ(read(stream, x), std::vector<int>(32, expected));
}

/// Objects that host functions own, and how many of them exist.
class Owners {
 public:
  std::shared_ptr<int> make(int value) {
    auto made = std::make_shared<int>(value);
    owners_.push_back(made);
    return made;
  }
  long existing() const {
    return std::ranges::count_if(owners_, [](const auto& owner) { return !owner.expired(); });
  }

 private:
  std::vector<std::weak_ptr<int>> owners_{};
};

TEST_F(GraphTest, ReplacedHostFunctionsAreReleased) {
  const Stream stream(device());
  Owners owners;
  int sum = 0;
  const auto make = [&](int n) {
    Graph graph(device());
    graph.launch_host_function({}, [&sum, owner = owners.make(n)] { sum += *owner; });
    return graph;
  };
  GraphExec exec(make(0));
  for (int i = 1; i <= 20; ++i) {
    EXPECT_EQ(exec.update(make(i)), GraphUpdate::in_place);
    exec.launch(stream);
    stream.synchronize();
    EXPECT_LE(owners.existing(), 3) << i;
  }
  EXPECT_EQ(sum, 210);
  exec = GraphExec();
  EXPECT_EQ(owners.existing(), 0);
}

TEST_F(GraphTest, RunsInFlightKeepReplacedHostFunctions) {
  const Stream stream(device());
  Owners owners;
  std::vector<int> seen;
  std::atomic<bool> may_run = false;
  const auto make = [&](int n) {
    Graph graph(device());
    graph.launch_host_function({}, [&seen, owner = owners.make(n)] { seen.push_back(*owner); });
    return graph;
  };
  GraphExec exec(make(0));
  stream.launch_host_function([&] { may_run.wait(false); });
  for (int i = 0; i < 6; ++i) {
    exec.launch(stream);
    exec.update(make(i + 1));
  }
  EXPECT_EQ(owners.existing(), 7);
  may_run = true;
  may_run.notify_all();
  stream.synchronize();
  EXPECT_THAT(seen, ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST_F(GraphTest, UpdatesThatInstantiateReleaseHostFunctions) {
  const Stream streams[] = {Stream(device()), Stream(device())};
  Owners owners;
  std::atomic<int> sum = 0;
  const auto make = [&](int n) {
    Graph graph(device());
    GraphNode last =
        graph.launch_host_function({}, [&sum, owner = owners.make(n)] { sum += *owner; });
    if (n % 2 == 1) graph.empty({last});
    return graph;
  };
  GraphExec exec(make(0));
  for (int i = 1; i <= 60; ++i) {
    EXPECT_EQ(exec.update(make(i)), GraphUpdate::instantiated);
    exec.launch(streams[i % 2]);
  }
  for (const Stream& stream : streams) stream.synchronize();
  EXPECT_EQ(sum, 60 * 61 / 2);
  EXPECT_TRUE(eventually([&] {
    const Buffer<int> freed(device(), 1);  // the end of an object releases others
    return owners.existing() <= 10;
  }));
}

TEST_F(GraphTest, KernelsStayLoaded) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  GraphExec exec;
  {
    const Kernel passing = make_kernel(
        device(), "__global__ void passing(int* x) { x[threadIdx.x] = 42; }", "passing");
    Graph graph(device());
    graph.launch({}, passing, one_, x);
    exec = GraphExec(graph);
  }
  exec.launch(stream);
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 42));
}

TEST_F(GraphTest, KernelsWithoutParametersAndWithDynamicSharedMemory) {
  const Stream stream(device());
  const Kernel nothing = make_kernel(device(), "__global__ void nothing() {}", "nothing");
  const Kernel reverse = make_kernel(device(), R"(
    extern __shared__ int values[];
    __global__ void reverse(int* x) {
      values[threadIdx.x] = x[threadIdx.x];
      __syncthreads();
      x[threadIdx.x] = values[31 - threadIdx.x];
    })",
                                     "reverse");
  const std::size_t most = device().info().max_shared_per_block;
  const Buffer<int> x(device(), 32);
  std::vector<int> values(32);
  std::iota(values.begin(), values.end(), 0);
  write(stream, x, values);
  Graph graph(device());
  const GraphNode first = graph.launch({}, nothing, one_);
  graph.launch({first}, reverse, {{1}, {32}, most}, x);
  GraphExec(graph).launch(stream);
  std::reverse(values.begin(), values.end());
  EXPECT_EQ(read(stream, x), values);
}

TEST_F(GraphTest, InvalidNodesAreReportedAndNotAdded) {
  const Buffer<int> x(device(), 32);
  Graph graph(device());
  const GraphNode a = graph.fill({}, x, 1);
  const auto expect_refused = [&](ErrorCode code, const auto& text, auto action) {
    const Error error = error_of(action);
    EXPECT_EQ(error.code(), code);
    EXPECT_THAT(error.what(), text);
    EXPECT_EQ(graph.size(), 1u);
  };
  expect_refused(ErrorCode::invalid_argument, HasSubstr("there is no node 7"), [&] {
    graph.empty({a, GraphNode{7}});
  });
  expect_refused(ErrorCode::invalid_argument, AllOf(HasSubstr("step"), HasSubstr("1 arguments")),
                 [&] { graph.launch({}, step(), one_, x); });
  expect_refused(ErrorCode::invalid_argument, AllOf(HasSubstr("step"), HasSubstr("argument 0")),
                 [&] { graph.launch({}, step(), one_, 1, 2, 3); });
  expect_refused(ErrorCode::invalid_argument, HasSubstr("the grid is 0x1x1"), [&] {
    graph.launch({}, step(), {{0}, {1}}, x, 1, 2);
  });
  expect_refused(ErrorCode::invalid_argument,
                 HasSubstr("3 elements of 4 bytes, the destination 32"), [&] {
                   const std::vector<int> three(3);
                   graph.copy({}, x, three);
                 });
  expect_refused(ErrorCode::invalid_argument, HasSubstr("host function is empty"),
                 [&] { graph.launch_host_function({}, {}); });
  expect_refused(ErrorCode::invalid_handle, HasSubstr(""),
                 [&] { graph.launch({}, Kernel(), one_, x); });
}

TEST_F(GraphTest, CyclesAreRefused) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  Graph graph(device());
  const GraphNode first = graph.launch({}, step(), one_, x, 2, 0);
  const GraphNode start = graph.fill({}, x, 1);
  const GraphNode last = graph.launch({first}, step(), one_, x, 1, 5);
  graph.follow(first, start);
  graph.follow(first, start);
  const Error error = error_of([&] { graph.follow(start, last); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("would wait for each other"));
  EXPECT_THAT(error_of([&] { graph.follow(start, start); }).what(),
              HasSubstr("would wait for each other"));
  EXPECT_THAT(graph.nodes()[0].after, ElementsAre(start));
  GraphExec(graph).launch(stream);
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 7));
}

TEST_F(GraphTest, EmptyHandlesAreErrors) {
  const Stream stream(device());
  const GraphExec empty;
  EXPECT_FALSE(empty);
  EXPECT_EQ(error_of([&] { empty.launch(stream); }).code(), ErrorCode::invalid_handle);
  Graph graph(device());
  const Graph taken = std::move(graph);
  EXPECT_EQ(error_of([&] { graph.empty({}); }).code(), ErrorCode::invalid_handle);
  EXPECT_EQ(taken.size(), 0u);
}

TEST_F(GraphTest, AnotherDeviceIsRefused) {
  if (Device::count() < 2) GTEST_SKIP() << "needs two devices";
  const Device other(1);
  const Stream stream(other);
  Graph graph(other);
  const Buffer<int> x(device(), 32);
  EXPECT_THAT(error_of([&] { graph.launch({}, step(), one_, x, 1, 2); }).what(),
              HasSubstr("the kernel belongs to device 0, the graph to device 1"));
  EXPECT_THAT(error_of([&] { graph.child({}, Graph(device())); }).what(),
              HasSubstr("child graph belongs to device 0"));
  const GraphExec exec{Graph(device())};
  EXPECT_EQ(error_of([&] { exec.launch(stream); }).code(), ErrorCode::invalid_argument);
}

TEST_F(GraphTest, CopiesOfAGraphAreIndependent) {
  const Buffer<int> x(device(), 32);
  Graph graph(device());
  const GraphNode start = graph.fill({}, x, 1);
  Graph copy = graph;
  copy.launch({start}, step(), one_, x, 1, 1);
  EXPECT_EQ(graph.size(), 1u);
  EXPECT_EQ(copy.size(), 2u);
  graph = copy;
  EXPECT_EQ(graph.size(), 2u);
}

TEST_F(GraphTest, CooperativeGridsInGraphs) {
  if (!device().info().cooperative_launch) GTEST_SKIP() << "needs cooperative launches";
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 1);
  LaunchShape cooperative = one_;
  cooperative.cooperative = true;
  const auto make = [&](const LaunchShape& shape, int n) {
    Graph graph(device());
    graph.launch({}, step(), shape, x, 2, n);
    return graph;
  };
  try {
    GraphExec exec(make(cooperative, 1));
    EXPECT_EQ(exec.update(make(cooperative, 2)), GraphUpdate::in_place);
    exec.launch(stream);
    EXPECT_EQ(exec.update(make(one_, 2)), GraphUpdate::instantiated);
    exec.launch(stream);
    EXPECT_EQ(exec.set_launch({0}, step(), cooperative, x, 1, 1), GraphUpdate::instantiated);
    exec.launch(stream);
    EXPECT_EQ(read(stream, x), std::vector<int>(32, (1 * 2 + 2) * 2 + 3));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::not_supported);
    EXPECT_THAT(error.what(), HasSubstr("graphs do not support cooperative grids"));
  }
}

TEST_F(GraphTest, NodesAndDotDescribeTheGraph) {
  const Buffer<int> x(device(), 32);
  std::vector<int> host(32);
  Graph inner(device());
  inner.empty({});
  Graph graph(device());
  const GraphNode a = graph.fill({}, x, 1);
  const GraphNode b = graph.launch({a}, step(), {{1}, {32}, 64}, x, 1, 2);
  const GraphNode c = graph.copy({b, a}, host, x);
  graph.child({c}, inner);
  const std::vector<GraphNodeInfo> nodes = graph.nodes();
  ASSERT_EQ(nodes.size(), 4u);
  EXPECT_EQ(nodes[1].kind, GraphNodeKind::launch);
  EXPECT_EQ(nodes[1].text, "step 1x1x1 32x1x1 64 bytes");
  EXPECT_THAT(nodes[2].after, ElementsAre(a, b));
  EXPECT_EQ(nodes[2].text, "copy 128 bytes, device to host");
  EXPECT_EQ(graph.dot("a \"graph\""),
            "digraph \"a \\\"graph\\\"\" {\n"
            "  compound=true;\n"
            "  n0 [shape=ellipse, label=\"fill 128 bytes\"];\n"
            "  n1 [shape=box, label=\"step 1x1x1 32x1x1 64 bytes\"];\n"
            "  n0 -> n1;\n"
            "  n2 [shape=ellipse, label=\"copy 128 bytes, device to host\"];\n"
            "  n0 -> n2;\n"
            "  n1 -> n2;\n"
            "  n3 [shape=ellipse, label=\"graph of 1 nodes\"];\n"
            "  n2 -> n3;\n"
            "  subgraph cluster_n3 {\n"
            "    label=\"graph of 1 nodes\";\n"
            "    n3_0 [shape=ellipse, label=\"empty\"];\n"
            "  }\n"
            "}\n");
}

}  // namespace
}  // namespace duet::test
