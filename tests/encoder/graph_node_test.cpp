// Single nodes of an executable graph are changed.

#include <array>

#include "step_test.hpp"

namespace duet::test {
namespace {

using GraphNodeTest = StepTest;

TEST_F(GraphNodeTest, ALaunchGetsOtherArgumentsAndAnotherShape) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32), y(device(), 32);
  fill(stream, x, 1);
  fill(stream, y, 2);
  Graph graph(device());
  const GraphNode first = graph.launch({}, step(), one(), x, 10, 1);
  const GraphNode second = graph.launch({first}, step(), one(), x, 10, 2);
  GraphExec exec(graph);
  exec.launch(stream);
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 112));
  EXPECT_EQ(exec.set_arguments(second, y, 10, 3), GraphUpdate::in_place);
  EXPECT_EQ(exec.set_arguments(second, y, 10, 3), GraphUpdate::nothing);
  exec.launch(stream);
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 1121));
  EXPECT_EQ(read(stream, y), std::vector<int>(32, 23));
  EXPECT_NE(exec.set_launch(second, step(), {{1}, {1}}, y, 0, 5), GraphUpdate::nothing);
  exec.launch(stream);
  EXPECT_EQ(read(stream, y)[0], 5);
  EXPECT_EQ(read(stream, y)[1], 23);
  // The whole graph is compared with what the nodes are now.
  EXPECT_NE(exec.update(graph), GraphUpdate::nothing);
  exec.launch(stream);
  EXPECT_EQ(read(stream, y)[0], 5);
}

TEST_F(GraphNodeTest, ALaunchGetsAnotherKernel) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32), y(device(), 32);
  fill(stream, x, 3);
  fill(stream, y, 4);
  Graph graph(device());
  const GraphNode node = graph.launch({}, step(), one(), x, 1, 0);
  GraphExec exec(graph);
  EXPECT_NE(exec.set_launch(node, add(), one(), x, x, y), GraphUpdate::nothing);
  exec.launch(stream);
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 7));
}

TEST_F(GraphNodeTest, CopiesAndFillsGetOtherMemoryAndValues) {
  const Stream stream(device());
  const Buffer<int> x(device(), 8), y(device(), 8);
  std::vector<int> host(8), other(4);
  Graph graph(device());
  const GraphNode filled = graph.fill({}, x, 1);
  const GraphNode copied = graph.copy({filled}, host, x);
  GraphExec exec(graph);
  EXPECT_NE(exec.set_fill(filled, x.subspan(4, 4), 9), GraphUpdate::nothing);
  EXPECT_NE(exec.set_copy(copied, other, x.subspan(2, 4)), GraphUpdate::nothing);
  fill(stream, x, 0);
  exec.launch(stream);
  stream.synchronize();
  EXPECT_THAT(other, testing::ElementsAre(0, 0, 9, 9));
  EXPECT_THAT(host, testing::Each(0));
}

TEST_F(GraphNodeTest, WhatIsNoSingleNodeOfThatKindIsRefused) {
  const Buffer<int> x(device(), 8);
  const Buffer<std::array<short, 3>> triples(device(), 8);
  Graph graph(device());
  const GraphNode filled = graph.fill({}, x, 1);
  const GraphNode launched = graph.launch({filled}, step(), one(), x, 1, 1);
  GraphExec exec(graph);
  const auto message = [](auto change) {
    const Error error = error_of(change);
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return std::string(error.what());
  };
  EXPECT_THAT(message([&] { exec.set_fill(launched, x, 1); }),
              testing::HasSubstr("node 1 (step 1x1x1 32x1x1) is no fill"));
  EXPECT_THAT(message([&] {
                exec.set_fill(filled, triples, {1, 2, 3});
              }),
              testing::HasSubstr("is not one node"));
  EXPECT_THAT(message([&] { exec.set_arguments(launched, x, 1); }),
              testing::HasSubstr("2 arguments were given, the kernel takes 3"));
  EXPECT_THAT(message([&] { exec.set_arguments(GraphNode{2}, x, 1, 1); }),
              testing::HasSubstr("the executable has 2 nodes"));
}

}  // namespace
}  // namespace duet::test
