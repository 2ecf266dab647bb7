#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>

#include <duet/relaxed_captures.hpp>

#include "encoder_test.hpp"
#include "support/eventually.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

class CaptureTest : public StepTest {
 protected:
  void SetUp() override {
    StepTest::SetUp();
    if (!IsSkipped()) prepare_for_capture();
  }
};

/// Captures by encoders.
class EncoderCaptureTest : public EncoderTest {
 protected:
  void SetUp() override {
    EncoderTest::SetUp();
    if (!IsSkipped()) prepare_for_capture();
  }
};

using EncoderDirectCaptureTest = StepTest;

INSTANTIATE_TEST_SUITE_P(, EncoderCaptureTest, testing::Bool(),
                         [](const auto& test) { return test.param ? "Graphs" : "Direct"; });

TEST_F(CaptureTest, CapturedWorkRunsWithTheGraph) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32), y(device(), 32);
  fill(stream, x, 1);
  stream.synchronize();
  StreamCapture capture(stream);
  launch(stream, step(), one(), x, 2, 3);
  launch(stream, step(), one(), x, 2, 3);
  copy(stream, y, x);
  const Graph graph = capture.finish();
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 1));
  const GraphExec exec(graph);
  exec.launch(stream);
  EXPECT_EQ(read(stream, y), std::vector<int>(32, 13));
  exec.launch(stream);
  EXPECT_EQ(read(stream, y), std::vector<int>(32, 61));
}

TEST_F(CaptureTest, OnlyItsOwnThreadFinishesACapture) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 1);
  stream.synchronize();
  StreamCapture capture(stream);
  launch(stream, step(), one(), x, 2, 3);
  std::thread([&] {
    EXPECT_EQ(error_of([&] { (void)capture.finish(); }).code(), ErrorCode::capture_failed);
  }).join();
  GraphExec(capture.finish()).launch(stream);
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 5));
}

TEST_F(CaptureTest, StreamsJoinByEvents) {
  const Stream stream(device()), other(device());
  const Buffer<int> a(device(), 32), b(device(), 32), sum(device(), 32);
  const Event fork(device(), {.timing = false}), join(device(), {.timing = false});
  StreamCapture capture(stream);
  fill(stream, a, 1);
  fork.record(stream);
  other.wait(fork);
  fill(other, b, 2);
  launch(stream, step(), one(), a, 10, 0);
  join.record(other);
  stream.wait(join);
  launch(stream, add(), one(), sum, a, b);
  const Graph graph = capture.finish();
  GraphExec(graph).launch(stream);
  EXPECT_EQ(read(stream, sum), std::vector<int>(32, 12));
  EXPECT_THAT(graph.dot(), HasSubstr("captured: 4 nodes"));
}

TEST_F(CaptureTest, HostFunctionsRunWithEachRun) {
  const Stream stream(device());
  int count = 0;
  std::optional<GraphExec> exec;
  try {
    StreamCapture capture(stream);
    stream.launch_host_function([&count] { ++count; });
    exec.emplace(capture.finish());
  } catch (const Error& error) {
    if (error.code() == ErrorCode::not_supported) GTEST_SKIP() << error.what();
    throw;
  }
  for (int i = 0; i < 3; ++i) exec->launch(stream);
  stream.synchronize();
  EXPECT_EQ(count, 3);
}

TEST_F(CaptureTest, DiscardedWorkNeverRuns) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 1);
  stream.synchronize();
  {
    StreamCapture capture(stream);
    fill(stream, x, 2);
  }
  StreamCapture capture(stream);
  fill(stream, x, 3);
  capture.discard();
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 1));
  EXPECT_EQ(error_of([&] { (void)capture.finish(); }).code(), ErrorCode::invalid_handle);
}

TEST_F(CaptureTest, TheEndOfTheStreamEndsItsCapture) {
  std::optional<Stream> stream(device());
  const Buffer<int> x(device(), 32);
  StreamCapture capture(*stream);
  launch(*stream, step(), one(), x, 2, 3);
  stream.reset();
  const Error error = error_of([&] { (void)capture.finish(); });
  EXPECT_EQ(error.code(), ErrorCode::capture_failed);
  EXPECT_THAT(error.what(), HasSubstr("the stream was destroyed during its capture"));
  capture.discard();
  const Stream other(device());  // may have the handle of the former one
  fill(other, x, 4);
  EXPECT_EQ(read(other, x), std::vector<int>(32, 4));
}

TEST_F(CaptureTest, AnUnjoinedStreamIsAnError) {
  const Stream stream(device()), other(device());
  const Buffer<int> x(device(), 32);
  const Event fork(device(), {.timing = false});
  StreamCapture capture(stream);
  fill(stream, x, 1);
  fork.record(stream);
  other.wait(fork);
  fill(other, x, 2);
  EXPECT_EQ(error_of([&] { (void)capture.finish(); }).code(), ErrorCode::capture_failed);
}

TEST_F(CaptureTest, CompilingAndLoadingAreRefused) {
  const Stream stream(device());
  const Code code =
      compile({.name = "k", .source = "extern \"C\" __global__ void k() {}"}, device());
  StreamCapture capture(stream);
  EXPECT_EQ(error_of([&] { (void)Module(device(), code); }).code(), ErrorCode::capture_failed);
  const Program program{.name = "late",
                        .source = "extern \"C\" __global__ void not_yet_compiled() {}",
                        .kernels = {"not_yet_compiled"}};
  const Error error = error_of([&] { (void)jit(device(), program); });
  EXPECT_EQ(error.code(), ErrorCode::capture_failed);
  EXPECT_THAT(error.what(), HasSubstr("prepare"));
  capture.discard();
  EXPECT_TRUE(jit(device(), program).kernel("not_yet_compiled"));
  EXPECT_TRUE(Module(device(), code).kernel("k"));
}

TEST_F(CaptureTest, RelaxedOnesLetOtherStreamsAllocate) {
  const Stream stream(device()), other(device());
  const Buffer<int> x(device(), 32);
  Buffer<int> temporary;
  fill(stream, x, 1);
  stream.synchronize();
  StreamCapture capture(stream);
  launch(stream, step(), one(), x, 2, 3);
  {
    const RelaxedCaptures relaxed;
    relaxed.require();
    temporary = Buffer<int>(other, std::vector<int>(32, 7));
    EXPECT_EQ(read(other, temporary), std::vector<int>(32, 7));
  }
  launch(stream, step(), one(), x, 2, 3);
  GraphExec(capture.finish()).launch(stream);
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 13));
}

TEST_F(CaptureTest, ABusyStreamCannotBeCapturedTwice) {
  const Stream stream(device());
  StreamCapture capture(stream);
  EXPECT_EQ(error_of([&] { StreamCapture second(stream); }).code(), ErrorCode::capture_failed);
}

TEST_P(EncoderCaptureTest, EncodersCaptureWorkOfLibraries) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32), y(device(), 32);
  for (int round = 0; round < 4; ++round) {
    encoder.fill(x, round);
    encoder.capture({{inout(x)}}, [&](StreamRef captured) {
      launch(captured, step(), one(), x, 2, 1);
      launch(captured, step(), one(), x, 2, 1);
    });
    encoder.fill(y, 5);
    encoder.capture([&](StreamRef captured) { launch(captured, add(), one(), y, x, y); });
    encoder.launch(step(), one(), y, 1, 1);
    if (uses_graphs()) {
      EXPECT_EQ(edges(encoder), (std::vector<std::vector<unsigned>>{{}, {0}, {}, {1, 2}, {3}}));
    } else {
      EXPECT_EQ(encoder.pending(), 1u) << "what is submitted directly is not recorded";
    }
    encoder.synchronize();
    EXPECT_EQ(read(stream, y), std::vector<int>(32, round * 4 + 9));
  }
}

TEST_P(EncoderCaptureTest, AKeptGraphIsReused) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 1);
  StreamCapture capture(stream);
  launch(stream, step(), one(), x, 2, 1);
  const Graph graph = capture.finish();
  for (int round = 0; round < 5; ++round) {
    encoder.launch(step(), one(), x, 1, round);
    encoder.graph(graph, {inout(x)});
    encoder.launch(step(), one(), x, 1, 1);
    encoder.synchronize();
  }
  int expected = 1;
  for (int round = 0; round < 5; ++round) expected = (expected + round) * 2 + 2;
  EXPECT_EQ(read(stream, x), std::vector<int>(32, expected));
  if (uses_graphs()) {
    EXPECT_EQ(encoder.counters().reuses, 3u);
  }
}

TEST_P(EncoderCaptureTest, RepeatedCapturesRecur) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32), y(device(), 32), z(device(), 32);
  const std::array<const Buffer<int>*, 3> targets{&x, &y, &z};
  for (int round = 0; round < 20; ++round) {
    const Buffer<int>& target = *targets[static_cast<std::size_t>(round) % targets.size()];
    encoder.fill(target, round);
    encoder.launch(step(), one(), target, 1, 1);
    encoder.capture({{inout(target)}}, [&](StreamRef captured) {
      launch(captured, step(), one(), target, 2, round);
      fill(captured, target.subspan(16, 16), round);
      launch(captured, step(), one(), target, 1, 1);
    });
    encoder.launch(step(), one(), target, 3, 0);
    encoder.synchronize();
    std::vector<int> expected(32, ((round + 1) * 2 + round + 1) * 3);
    std::fill(expected.begin() + 16, expected.end(), (round + 1) * 3);
    EXPECT_EQ(read(stream, target), expected) << "round " << round;
  }
  const EncoderCounters counters = encoder.counters();
  EXPECT_EQ(counters.batches, counters.direct + counters.instantiations + counters.reuses);
  if (uses_graphs()) {
    EXPECT_EQ(counters.batches, 20u);
    EXPECT_EQ(counters.direct_first, 1u);
    EXPECT_EQ(counters.instantiations, 1u);
    EXPECT_EQ(counters.reuses, 18u);
    EXPECT_EQ(counters.refused_updates, 0u);
  }
}

/// A graph of two launches of `step`: x = (x * 2 + round) * 3.
GraphExec nested(const Kernel& kernel, const LaunchShape& shape, const Buffer<int>& x, int round) {
  Graph graph(kernel.device());
  graph.launch({graph.launch({}, kernel, shape, x, 2, round)}, kernel, shape, x, 3, 0);
  return GraphExec(graph);
}

TEST_P(EncoderCaptureTest, LaunchesOfGraphsInCapturesRecur) {
  if (!device().info().graph_launch_capture) GTEST_SKIP() << "the driver does not capture graphs";
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  for (int round = 0; round < 10; ++round) {
    const GraphExec inner = nested(step(), one(), x, round);
    encoder.fill(x, round);
    encoder.launch(step(), one(), x, 1, 1);
    encoder.capture({{inout(x)}}, [&](StreamRef captured) {
      inner.launch(captured);
      launch(captured, step(), one(), x, 1, 1);
    });
    encoder.synchronize();
    const int expected = ((round + 1) * 2 + round) * 3 + 1;
    EXPECT_EQ(read(stream, x), std::vector<int>(32, expected)) << "round " << round;
  }
  if (uses_graphs()) {
    EXPECT_EQ(encoder.counters().instantiations, 1u);
    EXPECT_EQ(encoder.counters().reuses, 8u);
  }
}

TEST_F(CaptureTest, WhatWouldRunAtOnceIsRefused) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 0);
  const GraphExec inner = nested(step(), one(), x, 7);
  StreamCapture capture(stream);
  launch(stream, step(), one(), x, 1, 1);
  if (device().info().graph_launch_capture) {
    inner.launch(stream);
  } else {
    EXPECT_THAT(error_of([&] { inner.launch(stream); }).what(), HasSubstr("Graph::child"));
  }
  GraphExec(capture.finish()).launch(stream);
  const int expected = device().info().graph_launch_capture ? (1 * 2 + 7) * 3 : 1;
  EXPECT_EQ(read(stream, x), std::vector<int>(32, expected));
}

TEST_P(EncoderCaptureTest, CapturesOfOtherStructureHaveTheirOwnGraph) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  for (int round = 0; round < 12; ++round) {
    const int more = round % 2;
    encoder.fill(x, round);
    encoder.launch(step(), one(), x, 1, 1);
    encoder.capture({{inout(x)}}, [&](StreamRef captured) {
      for (int i = 0; i <= more; ++i) launch(captured, step(), one(), x, 2, 1);
    });
    encoder.synchronize();
    const int once = (round + 1) * 2 + 1;
    EXPECT_EQ(read(stream, x), std::vector<int>(32, more == 0 ? once : once * 2 + 1));
  }
  if (uses_graphs()) {
    EXPECT_EQ(encoder.counters().instantiations, 2u);
    EXPECT_EQ(encoder.counters().reuses, 8u);
  }
}

TEST_P(EncoderCaptureTest, ACaptureAloneRecurs) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 0);
  for (int round = 0; round < 10; ++round) {
    encoder.capture([&](StreamRef captured) { launch(captured, step(), one(), x, 1, round); });
    encoder.synchronize();
  }
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 45));
  const EncoderCounters counters = encoder.counters();
  EXPECT_EQ(counters.batches, counters.direct + counters.instantiations + counters.reuses);
  if (uses_graphs()) {
    EXPECT_EQ(counters.instantiations, 1u);
    EXPECT_EQ(counters.reuses, 9u);
  }
}

TEST_P(EncoderCaptureTest, RunsInFlightKeepTheirCapture) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  encoder.fill(x, 0);
  std::atomic<int> sum{0};
  for (int round = 0; round < 50; ++round) {
    encoder.launch(step(), one(), x, 1, 0);
    encoder.capture([&](StreamRef captured) {
      launch(captured, step(), one(), x, 1, round);
      captured.launch_host_function(
          [&sum, owner = std::make_shared<int>(round)] { sum += *owner; });
    });
    encoder.launch(step(), one(), x, 1, 1);
    encoder.commit();
  }
  encoder.synchronize();
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 49 * 25 + 50));
  EXPECT_EQ(sum, 49 * 25);
}

TEST_F(CaptureTest, ExecutablesAreUpdatedToAnotherCapture) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  const auto captured = [&](int n) {
    StreamCapture capture(stream);
    launch(stream, step(), one(), x, 1, n);
    launch(stream, step(), one(), x, 2, n);
    return capture.finish();
  };
  const auto around = [&](const Graph& inner, int n) {
    Graph graph(device());
    const GraphNode first = graph.launch({}, step(), one(), x, 1, n);
    graph.child({first}, inner);
    return graph;
  };
  fill(stream, x, 0);
  GraphExec exec(captured(1));
  EXPECT_EQ(exec.update(captured(2)), GraphUpdate::in_place);
  exec.launch(stream);
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 6));
  GraphExec outer(around(captured(1), 1));
  EXPECT_EQ(outer.update(around(captured(3), 1)), GraphUpdate::in_place);
  outer.launch(stream);
  EXPECT_EQ(read(stream, x), std::vector<int>(32, (6 + 1 + 3) * 2 + 3));
}

TEST_F(CaptureTest, AnUpdateReleasesTheReplacedCapture) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  std::vector<std::weak_ptr<int>> owners;
  std::atomic<int> sum = 0;
  const auto captured = [&](int n) {
    auto owner = std::make_shared<int>(n);
    owners.push_back(owner);
    StreamCapture capture(stream);
    launch(stream, step(), one(), x, 1, n);
    stream.launch_host_function([&sum, owner = std::move(owner)] { sum += *owner; });
    return capture.finish();
  };
  fill(stream, x, 0);
  GraphExec exec(captured(0));
  for (int round = 1; round <= 20; ++round) {
    EXPECT_EQ(exec.update(captured(round)), GraphUpdate::in_place);
    exec.launch(stream);
    stream.synchronize();
    EXPECT_LE(std::ranges::count_if(owners, [](const auto& owner) { return !owner.expired(); }), 3);
  }
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 210));
  EXPECT_EQ(sum, 210);
}

TEST_P(EncoderCaptureTest, WorkIsDiscardedIfTheCallbackThrows) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 1);
  stream.synchronize();
  const auto submit = [&](StreamRef captured) {
    fill(captured, x, 2);
    throw std::runtime_error("the library failed");
  };
  const int before = uses_graphs() ? 1 : 2;  // without graphs, the fill was submitted
  EXPECT_THAT([&] { encoder.capture(submit); },
              testing::ThrowsMessage<std::runtime_error>(HasSubstr("the library failed")));
  encoder.launch(step(), one(), x, 1, 1);
  encoder.synchronize();
  EXPECT_EQ(read(stream, x), std::vector<int>(32, before + 1));
}

TEST_P(EncoderCaptureTest, AnEncoderIsNotUsedInItsOwnCapture) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  const auto refused = [&](const auto& action) {
    encoder.capture({inout(x)}, [&](StreamRef captured) {
      EXPECT_EQ(error_of(action).code(), ErrorCode::capture_failed);
      launch(captured, step(), one(), x, 2, 1);
    });
  };
  encoder.launch(step(), one(), x, 1, 1);
  encoder.commit();
  refused([&] { encoder.launch(step(), one(), x, 1, 1); });  // as in the batch before
  encoder.fill(x, 1);
  refused([&] { encoder.launch(step(), one(), x, 1, 1); });
  refused([&] { encoder.fill(x, 5); });
  refused([&] { encoder.commit(); });
  refused([&] { encoder.capture([](StreamRef) {}); });
  EXPECT_EQ(error_of([&] { encoder.capture(nullptr); }).code(), ErrorCode::invalid_argument);
  encoder.launch(step(), one(), x, 2, 1);
  encoder.synchronize();
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 63));
}

TEST_P(EncoderCaptureTest, CallsMayLieElsewhereThanInTheBatchBefore) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 1);
  int expected = 1;
  const auto record = [&](bool captured, int n) {
    expected = expected * 2 + n;
    if (!captured) return encoder.launch(step(), one(), inout(x), 2, n);
    encoder.capture({inout(x)}, [&](StreamRef s) { launch(s, step(), one(), x, 2, n); });
  };
  const std::vector<std::vector<bool>> batches{{false, true, false, false},
                                               {true},
                                               {true, false, true, false},
                                               {false, false, false, true},
                                               {true, true}};
  for (int i = 0; i < 15; ++i) {
    expected %= 1000;
    fill(stream, x, expected);
    for (const bool captured : batches[static_cast<std::size_t>(i) % batches.size()]) {
      record(captured, i);
    }
    encoder.synchronize();
    ASSERT_EQ(read(stream, x), std::vector<int>(32, expected)) << i;
  }
}

TEST_F(EncoderDirectCaptureTest, WithoutGraphsCallsAreSubmittedAtOnce) {
  const Stream stream(device());
  CommandEncoder encoder(stream, {.graphs = false});
  const Buffer<int> x(device(), 32);
  bool is_done = false;
  encoder.fill(x, 1);
  encoder.on_complete([&] { is_done = true; });
  encoder.capture({inout(x)}, [&](StreamRef direct) {
    launch(direct, step(), one(), x, 2, 1);
    direct.synchronize();  // no capture forbids it
    EXPECT_EQ(read(stream, x), std::vector<int>(32, 3));
  });
  EXPECT_EQ(encoder.pending(), 0u);
  encoder.launch(step(), one(), x, 2, 1);
  {
    const ConcurrentGroup group = encoder.concurrent();
    encoder.capture([&](StreamRef direct) { launch(direct, step(), one(), x, 2, 1); });
    encoder.launch(step(), one(), x, 2, 1);
  }
  encoder.synchronize();
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 31));
  EXPECT_TRUE(is_done);
  const EncoderCounters counters = encoder.counters();
  EXPECT_EQ(counters.operations, 5u);
  EXPECT_EQ(counters.direct_without_graphs, counters.batches);
  EXPECT_EQ(counters.direct, counters.batches);
}

TEST_F(EncoderDirectCaptureTest, WithoutGraphsKeptObjectsCoverTheCall) {
  const Stream stream(device());
  CommandEncoder encoder(stream, {.graphs = false});
  const Buffer<int> x(device(), 32);
  std::atomic<bool> has_ended{false};
  encoder.fill(x, 1);
  encoder.on_complete([&] { has_ended = true; });
  auto owner = std::make_shared<int>(1);
  const std::weak_ptr<int> watched = owner;
  encoder.keep_alive(std::move(owner));
  encoder.capture({inout(x)}, [&](StreamRef direct) {
    direct.synchronize();
    ASSERT_TRUE(eventually([&] { return has_ended.load(); }));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // objects go after the handlers
    EXPECT_FALSE(watched.expired());
    launch(direct, step(), one(), x, 2, 1);
  });
  encoder.synchronize();
  EXPECT_TRUE(watched.expired());
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 3));
}

TEST_F(EncoderDirectCaptureTest, WithoutGraphsCallsWaitForRoom) {
  const Stream stream(device());
  CommandEncoder encoder(stream, {.graphs = false, .max_batches_in_flight = 2});
  std::atomic<bool> may_end{false};
  std::atomic<int> submitted{0};
  std::thread recorder([&] {
    for (int i = 0; i < 3; ++i) {
      encoder.capture([&](StreamRef direct) {
        direct.launch_host_function([&] {
          while (!may_end) std::this_thread::yield();
        });
      });
      ++submitted;
    }
  });
  EXPECT_TRUE(eventually([&] { return submitted == 2; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(submitted, 2);
  may_end = true;
  recorder.join();
  encoder.synchronize();
}

}  // namespace
}  // namespace duet::test
