// The results of encoders, which must be the same with and without graphs.

#include "encoder_test.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <thread>

#include "support/environment.hpp"
#include "support/eventually.hpp"

namespace duet::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

INSTANTIATE_TEST_SUITE_P(, EncoderTest, testing::Bool(),
                         [](const auto& test) { return test.param ? "Graphs" : "Direct"; });

TEST_P(EncoderTest, AChainRunsInOrderEachTime) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  for (int round = 0; round < 5; ++round) {
    int expected = round;
    encoder.fill(x, round);
    for (int i = 0; i < 10; ++i) {
      encoder.launch(step(), one(), x, 3, i * round);
      expected = expected * 3 + i * round;
    }
    encoder.synchronize();
    EXPECT_EQ(read(stream, x), std::vector<int>(32, expected));
  }
}

TEST_P(EncoderTest, CountersReportReuse) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  const auto commit = [&](int value) {
    for (int i = 0; i < 4; ++i) encoder.launch(step(), one(), x, value, i);
    encoder.commit();
  };
  for (const int value : {1, 2, 2, 3}) {
    commit(value);
    encoder.synchronize();  // not all drivers can update a graph that still runs
  }
  const EncoderCounters counters = encoder.counters();
  EXPECT_EQ(counters.operations, 16u);
  EXPECT_EQ(counters.batches, 4u);
  if (uses_graphs()) {
    EXPECT_EQ(counters.direct_first, 1u);
    EXPECT_EQ(counters.direct, 1u);
    EXPECT_EQ(counters.instantiations, 1u);
    EXPECT_EQ(counters.reuses, 2u);
    EXPECT_EQ(counters.unchanged, 1u);
    EXPECT_EQ(counters.node_updates, 4u);
  } else {
    EXPECT_EQ(counters.direct, 4u);
    EXPECT_EQ(counters.direct_without_graphs, 4u);
    EXPECT_EQ(counters.instantiations, 0u);
  }
}

TEST_P(EncoderTest, OnlyChangedNodesAreUpdated) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32), y(device(), 32);
  std::vector<int> host(32, 5);
  for (int round = 0; round < 6; ++round) {
    const bool swapped = round >= 4;
    encoder.fill(swapped ? y : x, round == 3 ? 7 : 1);
    encoder.launch(step(), one(), swapped ? y : x, 2, 3);
    encoder.copy(swapped ? x : y, swapped ? y : x);
    encoder.copy(host, swapped ? x : y);
    encoder.synchronize();
    EXPECT_EQ(host, std::vector<int>(32, round == 3 ? 17 : 5)) << round;
  }
  if (uses_graphs()) {
    EXPECT_EQ(encoder.counters().reuses, 4u);
  }
}

TEST_P(EncoderTest, EachStructureHasItsGraph) {
  const Stream stream(device());
  CommandEncoder encoder(stream, {.graphs = uses_graphs(), .max_executables = 2});
  const Buffer<int> x(device(), 32);
  for (int round = 0; round < 12; ++round) {
    const int length = 4 + round % 3;
    encoder.fill(x, 0);
    for (int i = 0; i < length; ++i) encoder.launch(step(), one(), x, 1, 1);
    encoder.synchronize();
    EXPECT_EQ(read(stream, x), std::vector<int>(32, length));
  }
  if (uses_graphs()) {
    EXPECT_EQ(encoder.counters().direct_first, 3u);
    EXPECT_GT(encoder.counters().evictions, 0u);
    EXPECT_EQ(encoder.counters().batches, 12u);
  }
}

TEST_P(EncoderTest, ABatchThatDepartsFromTheLastOneHasItsOwnArguments) {
  const Kernel sum = make_kernel(device(),
                                 "struct Three { int values[3]; };\n"
                                 "__global__ void sum(int* x, Three t) {\n"
                                 "  x[threadIdx.x] += t.values[0] + t.values[1] + t.values[2]; }",
                                 "sum");
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  for (int round = 0; round < 12; ++round) {
    const bool departs = round % 4 >= 2;
    encoder.launch(step(), one(), x, 0, round);
    encoder.launch(step(), one(), x, 2, 1);
    if (departs) encoder.launch(sum, one(), x, std::array<int, 3>{round, 1, 2});
    encoder.launch(step(), one(), x, 3, round);
    encoder.launch(step(), one(), x, 5, 2);
    encoder.synchronize();
    const int before = round * 2 + 1 + (departs ? round + 3 : 0);
    EXPECT_EQ(read(stream, x), std::vector<int>(32, (before * 3 + round) * 5 + 2)) << round;
  }
  if (uses_graphs()) {
    EXPECT_EQ(encoder.counters().instantiations, 2u);
    EXPECT_EQ(encoder.counters().reuses, 8u);
  }
}

TEST_P(EncoderTest, EachOfManyStructuresGetsItsGraphWhenItRecurs) {
  constexpr int structures = 40;
  const Stream stream(device());
  CommandEncoder encoder(stream, {.graphs = uses_graphs(), .max_executables = structures});
  const Buffer<int> x(device(), 32);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < structures; ++i) {
      for (int k = 0; k < 4 + i; ++k) encoder.launch(step(), one(), x, 1, 1);
      encoder.commit();
    }
  }
  encoder.synchronize();
  if (uses_graphs()) {
    EXPECT_EQ(encoder.counters().direct_first, std::uint64_t{structures});
    EXPECT_EQ(encoder.counters().instantiations, std::uint64_t{structures});
  }
}

TEST_P(EncoderTest, LaterBatchesDoNotChangeRunsInFlight) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  std::vector<std::vector<int>> results(50, std::vector<int>(32));
  for (std::size_t i = 0; i < results.size(); ++i) {
    encoder.fill(x, static_cast<int>(i));
    for (int k = 0; k < 20; ++k) encoder.launch(step(), one(), x, 1, static_cast<int>(i));
    encoder.copy(results[i], x);
    encoder.commit();
  }
  encoder.synchronize();
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i], std::vector<int>(32, static_cast<int>(i) * 21)) << i;
  }
}

TEST_P(EncoderTest, FillsOfValuesOfAnySize) {
  struct Wide {
    int a[3];
  };
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<Wide> x(device(), 100);
  for (int round = 1; round <= 3; ++round) {
    encoder.fill(x, Wide{{round, 2, 3}});
    encoder.synchronize();
    for (const Wide& wide : read(stream, x)) EXPECT_THAT(wide.a, ElementsAre(round, 2, 3));
  }
}

TEST_P(EncoderTest, HostFunctionsRunOncePerBatch) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const auto x = HostBuffer<int>::pinned(device(), 32);
  const Buffer<int> y(device(), 32);
  for (int round = 0; round < 5; ++round) {
    encoder.launch_host_function([&x, round] { std::fill(x.begin(), x.end(), round); }, {out(x)});
    encoder.copy(y, x);
    encoder.launch(step(), one(), y, 2, 1);
    encoder.copy(x, y);
    encoder.launch_host_function([&x] { ++x[0]; });
    encoder.synchronize();
    std::vector<int> expected(32, round * 2 + 1);
    ++expected[0];
    EXPECT_EQ(std::vector<int>(x.begin(), x.end()), expected);
  }
}

TEST_P(EncoderTest, HostFunctionsLiveUntilTheEndOfTheirBatch) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  std::atomic<int> sum{0};
  for (int i = 0; i < 30; ++i) {
    encoder.launch(step(), one(), x, 1, 1);
    encoder.launch_host_function([&sum, value = std::make_shared<int>(i)] { sum += *value; });
    encoder.launch(step(), one(), x, 1, 1);
    encoder.commit();
  }
  encoder.synchronize();
  EXPECT_EQ(sum, 29 * 30 / 2);
}

TEST_P(EncoderTest, NodesOfGraphsJoinTheBatch) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> a(device(), 32), b(device(), 32), sum(device(), 32);
  for (int round = 0; round < 4; ++round) {
    Graph branch(device());
    branch.launch({branch.fill({}, a, round)}, step(), one(), a, 10, 1);
    Graph graph(device());
    const GraphNode left = graph.child({}, branch);
    const GraphNode right = graph.fill({}, b, 2);
    graph.launch({left, right}, add(), one(), sum, a, b);
    encoder.graph(graph);
    encoder.launch(step(), one(), sum, 1, 1);
    encoder.synchronize();
    EXPECT_EQ(read(stream, sum), std::vector<int>(32, round * 10 + 4));
  }
  if (uses_graphs()) {
    EXPECT_EQ(encoder.counters().reuses, 2u);
  }
}

TEST_P(EncoderTest, EventsInGraphsAreRecorded) {
  const Stream stream(device()), other(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32), y(device(), 32);
  const Event event(device());
  for (int round = 0; round < 4; ++round) {
    Graph graph(device());
    const GraphNode filled = graph.fill({}, x, round);
    graph.record({filled}, event);
    encoder.graph(graph);
    encoder.launch(step(), one(), y, 1, 0);
    encoder.commit();
    other.wait(event);
    EXPECT_EQ(read(other, x), std::vector<int>(32, round));
    encoder.synchronize();
  }
}

TEST_P(EncoderTest, EventsOrderEncoders) {
  const Stream first(device()), second(device());
  CommandEncoder a(first, options()), b(second, options());
  const Buffer<int> x(device(), 32);
  const Event there(device()), back(device());
  int expected = 1;
  a.fill(x, 1);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 3; ++i) a.launch(step(), one(), x, 2, 1);
    a.record(there);
    b.wait(there);
    for (int i = 0; i < 3; ++i) b.launch(step(), one(), x, 3, 2);
    b.record(back);
    a.wait(back);
    for (int i = 0; i < 3; ++i) expected = expected * 2 + 1;
    for (int i = 0; i < 3; ++i) expected = expected * 3 + 2;
  }
  a.synchronize();
  EXPECT_EQ(read(first, x), std::vector<int>(32, expected));
}

TEST_P(EncoderTest, CommitsWhenTheBatchIsFull) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  CommandEncoder by_count(stream, {.graphs = uses_graphs(), .max_operations = 4});
  for (int i = 0; i < 10; ++i) by_count.launch(step(), one(), x, 1, 1);
  EXPECT_EQ(by_count.counters().batches, 2u);
  EXPECT_EQ(by_count.pending(), 2u);
  CommandEncoder by_bytes(stream, {.graphs = uses_graphs(), .max_bytes = 300});
  for (int i = 0; i < 10; ++i) by_bytes.launch(step(), one(), x, 1, 1);
  EXPECT_EQ(by_bytes.counters().batches, 3u);  // three operations of 128 bytes each
  by_count.synchronize();
  by_bytes.synchronize();
}

TEST_P(EncoderTest, GroupsDoNotChangeResults) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32 * 8);
  for (int round = 0; round < 4; ++round) {
    encoder.fill(x, round);
    {
      const ConcurrentGroup group = encoder.concurrent();
      for (std::size_t i = 0; i < 8; ++i) {
        // The access is declared for the whole buffer, but the kernel uses a part.
        encoder.launch(step(), one(), {{Access{x.data(), x.size_bytes(), true}}},
                       Arguments().add(x.data() + i * 32).add(2).add(static_cast<int>(i)));
      }
    }
    encoder.launch(step(), one(), x, 1, 100);
    encoder.synchronize();
    const std::vector<int> result = read(stream, x);
    for (std::size_t i = 0; i < result.size(); ++i) {
      EXPECT_EQ(result[i], round * 2 + static_cast<int>(i / 32) + (i < 32 ? 100 : 0));
    }
  }
}

TEST_P(EncoderTest, ReleasesKeptObjectsAfterTheBatch) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  std::weak_ptr<int> watched;
  {
    auto owner = std::make_shared<int>(1);
    watched = owner;
    Buffer<int> x(device(), 32);
    encoder.fill(x, 1);
    encoder.keep_alive(std::move(owner));
    encoder.launch(step(), one(), x, 1, 1);
    encoder.keep_alive(std::move(x));
  }
  EXPECT_FALSE(watched.expired());
  encoder.commit();
  encoder.synchronize();
  EXPECT_TRUE(watched.expired());
}

TEST_P(EncoderTest, HandlersRunInOrderAfterTheirBatch) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const auto x = HostBuffer<int>::pinned(device(), 20 * 32);
  std::fill(x.begin(), x.end(), 0);
  std::vector<int> seen;
  for (int i = 0; i < 20; ++i) {
    const auto place = static_cast<std::size_t>(i) * 32;
    for (int k = 0; k < 3; ++k) {
      encoder.launch(step(), one(), x.span().subspan(place, 32), 1, 1);
    }
    encoder.on_complete([&, i, place] { seen.push_back(x[place] == 3 ? i : -1); });
    encoder.commit();
  }
  encoder.synchronize();
  std::vector<int> expected(20);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(seen, expected);
}

TEST_P(EncoderTest, HandlersRunWithoutSynchronize) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  std::atomic<bool> done{false};
  encoder.fill(x, 1);
  encoder.on_complete([&] { done = true; });
  encoder.commit();
  EXPECT_TRUE(eventually([&] { return done.load(); }));
}

TEST_P(EncoderTest, HandlersRunAfterTheEncoderIsDestroyed) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  std::atomic<int> done{0};
  {
    CommandEncoder encoder(stream, options());
    for (int i = 0; i < 10; ++i) {
      for (int k = 0; k < 4; ++k) encoder.launch(step(), one(), x, 1, 1);
      encoder.on_complete([&] { ++done; });
      encoder.commit();
    }
    encoder.on_complete([&] { ++done; });  // dropped, since it is never committed
  }
  EXPECT_TRUE(eventually([&] { return done == 10; })) << done;
}

TEST_P(EncoderTest, TheDestructorDropsUncommittedWork) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 1);
  {
    CommandEncoder encoder(stream, options());
    const Buffer<int> gone(device(), 32);
    encoder.fill(x, 2);
    encoder.copy(x, gone);
  }
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 1));
}

TEST_P(EncoderTest, AHandlerThatThrowsIsReported) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  int later = 0;
  encoder.fill(x, 1);
  encoder.on_complete([] { throw std::runtime_error("from the handler"); });
  encoder.on_complete([&] { ++later; });
  EXPECT_THAT([&] { encoder.synchronize(); },
              testing::ThrowsMessage<std::runtime_error>(HasSubstr("from the handler")));
  EXPECT_EQ(later, 1);
  encoder.synchronize();
}

TEST_P(EncoderTest, AHandlerMayCommitMoreWork) {
  const Stream stream(device()), other(device());
  CommandEncoder encoder(stream, options()), second(other, options());
  const Buffer<int> x(device(), 32), y(device(), 32);
  encoder.fill(x, 1);
  encoder.on_complete([&] {
    second.fill(y, 2);
    second.commit();
  });
  encoder.synchronize();
  second.synchronize();
  EXPECT_EQ(read(other, y), std::vector<int>(32, 2));
}

TEST_P(EncoderTest, AHandlerCannotWaitForItself) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  encoder.fill(x, 1);
  encoder.on_complete([&] { encoder.synchronize(); });
  EXPECT_THAT(error_of([&] { encoder.synchronize(); }).what(), HasSubstr("wait for itself"));
}

TEST_P(EncoderTest, ARefusedOperationLeavesTheBatchAsItWas) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32), small(device(), 16);
  std::weak_ptr<int> watched;
  int called = 0;
  for (int round = 0; round < 3; ++round) {
    auto owner = std::make_shared<int>(1);
    watched = owner;
    encoder.fill(x, 2);
    encoder.keep_alive(std::move(owner));
    encoder.on_complete([&] { ++called; });
    const auto expect_refusal = [&](auto&& operation) {
      const Error error = error_of(operation);
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << error.what();
      EXPECT_EQ(encoder.pending(), 1u);
      EXPECT_EQ(encoder.pending_bytes(), x.size_bytes());
    };
    expect_refusal([&] { encoder.launch(step(), one(), x, 1); });
    expect_refusal([&] { encoder.copy(small, x); });
    expect_refusal([&] { encoder.launch_host_function(nullptr); });
    expect_refusal([&] { encoder.on_complete(nullptr); });
    expect_refusal([&] { encoder.launch(step(), {{1}, {100000}}, x, 1, 1); });
    EXPECT_FALSE(watched.expired());
    for (int i = 0; i < 4; ++i) encoder.launch(step(), one(), x, 1, 1);
    EXPECT_EQ(edges(encoder), (std::vector<std::vector<unsigned>>{{}, {0}, {1}, {2}, {3}}));
    encoder.synchronize();
    EXPECT_TRUE(watched.expired());
    EXPECT_EQ(called, round + 1);
    EXPECT_EQ(read(stream, x), std::vector<int>(32, 6));
  }
  EXPECT_EQ(encoder.counters().operations, 15u);
}

TEST_P(EncoderTest, AnExceptionInACaptureLeavesTheBatchAsItWas) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  encoder.fill(x, 1);
  EXPECT_THROW(encoder.capture([](StreamRef) { throw std::runtime_error("the library failed"); }),
               std::exception);
  // Without graphs, a capture commits.
  const bool captures = uses_graphs() && device().info().stream_capture;
  EXPECT_EQ(encoder.pending(), captures ? 1u : 0u);
  encoder.launch(step(), one(), x, 2, 1);
  encoder.synchronize();
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 3));
}

TEST_P(EncoderTest, AHugeSharedSizeIsNoRepetition) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  CommandEncoder encoder(stream, options());
  LaunchShape shape = one();
  for (int i = 0; i < 3; ++i) {
    encoder.launch(step(), shape, x, 1, 0);
    encoder.commit();
  }
  shape.shared_bytes = std::size_t{1} << 48;
  EXPECT_EQ(error_of([&] { encoder.launch(step(), shape, x, 1, 0); }).code(),
            ErrorCode::invalid_argument);
  encoder.synchronize();
}

TEST_P(EncoderTest, KeptObjectsCoverTheNextOperation) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  CommandEncoder encoder(stream, {.graphs = uses_graphs(), .max_operations = 2});
  for (int i = 0; i < 2; ++i) encoder.fill(x, i);
  std::atomic<bool> first_ended{false};
  encoder.on_complete([&] { first_ended = true; });
  auto owner = std::make_shared<int>(1);
  const std::weak_ptr<int> watched = owner;
  encoder.keep_alive(std::move(owner));
  EXPECT_TRUE(encoder.needs_commit());
  encoder.fill(x, 2);  // commits what came before
  EXPECT_EQ(encoder.pending(), 1u);
  ASSERT_TRUE(eventually([&] { return first_ended.load(); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // objects go after the handlers
  EXPECT_FALSE(watched.expired());
  for (int i = 0; i < 3; ++i) encoder.fill(x, i);  // commits the batch that it was kept for
  encoder.synchronize();
  EXPECT_TRUE(watched.expired());
}

TEST_P(EncoderTest, CommittingCanBeLeftToTheProgram) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  CommandEncoder encoder(
      stream, {.graphs = uses_graphs(), .max_operations = 3, .commits_automatically = false});
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(encoder.needs_commit(), i >= 3);
    EXPECT_EQ(encoder.pending_bytes(), static_cast<std::size_t>(i) * 128);
    encoder.fill(x, i);
  }
  EXPECT_EQ(encoder.pending(), 10u);
  EXPECT_EQ(encoder.counters().batches, 0u);
  encoder.synchronize();
  EXPECT_FALSE(encoder.needs_commit());
  EXPECT_EQ(encoder.pending_bytes(), 0u);
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 9));
}

TEST_P(EncoderTest, ACommitWaitsForRoom) {
  const Stream stream(device());
  const auto x = HostBuffer<int>::pinned(device(), 32);
  std::atomic<int> running{0};
  std::atomic<bool> may_end{false};
  CommandEncoder encoder(stream, {.graphs = uses_graphs(), .max_batches_in_flight = 2});
  std::atomic<int> committed{0};
  std::thread recorder([&] {
    for (int i = 0; i < 4; ++i) {
      encoder.launch_host_function([&] {
        ++running;
        while (!may_end) std::this_thread::yield();
      });
      encoder.commit();
      ++committed;
    }
  });
  EXPECT_TRUE(eventually([&] { return committed == 2 && running == 1; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(committed, 2);
  EXPECT_EQ(running, 1);
  may_end = true;
  recorder.join();
  encoder.synchronize();
  EXPECT_EQ(running, 4);
}

TEST_P(EncoderTest, TheEnvironmentLimitsTheGraphsThatAreKept) {
  const Stream stream(device());
  const ScopedVariable executables("DUET_ENCODER_MAX_EXECUTABLES", "2");
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  encoder.fill(x, 0);
  for (int round = 0; round < 3; ++round) {
    for (int structure = 1; structure <= 3; ++structure) {
      encoder.commit();
      for (int i = 0; i < 4 * structure; ++i) encoder.launch(step(), one(), x, 1, 1);
    }
  }
  encoder.synchronize();
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 72));
  EXPECT_EQ(encoder.counters().evictions > 0, uses_graphs());
}

TEST_P(EncoderTest, TheEnvironmentLimitsTheBatchesInFlight) {
  const Stream stream(device());
  const ScopedVariable batches("DUET_ENCODER_MAX_BATCHES_IN_FLIGHT", "1");
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  std::atomic<bool> may_run = false, has_committed = false;
  encoder.launch_host_function([&] { may_run.wait(false); });
  encoder.commit();
  encoder.fill(x, 1);
  std::thread committing([&] {
    encoder.commit();
    has_committed = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(has_committed);
  may_run = true;
  may_run.notify_all();
  committing.join();
  EXPECT_EQ(read(stream, x), std::vector<int>(32, 1));
}

TEST_P(EncoderTest, ABatchCanBeDrawn) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  encoder.fill(x, 1);
  encoder.launch(step(), one(), x, 1, 1);
  const std::string dot = encoder.dot("my batch");
  EXPECT_THAT(dot, testing::StartsWith("digraph \"my batch\" {\n"));
  EXPECT_THAT(dot, HasSubstr("n0 [shape=ellipse, label=\"fill 128 bytes\"];"));
  EXPECT_THAT(dot, HasSubstr("n1 [shape=box, label=\"step"));
  EXPECT_THAT(dot, HasSubstr("n0 -> n1;"));
  EXPECT_THAT(dot, testing::EndsWith("}\n"));
}

TEST_P(EncoderTest, ReportsInvalidOperations) {
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32), small(device(), 16);
  EXPECT_THAT(error_of([&] { encoder.copy(small, x); }).what(), HasSubstr("32 elements"));
  EXPECT_THAT(error_of([&] { encoder.launch_host_function(nullptr); }).what(), HasSubstr("empty"));
  EXPECT_THAT(error_of([&] { encoder.on_complete(nullptr); }).what(), HasSubstr("empty"));
  EXPECT_THAT(error_of([&] {
                encoder.launch(step(), {{1}, {100000}}, x, 1, 1);
              }).what(),
              HasSubstr("100000"));
  EXPECT_EQ(error_of([&] { encoder.launch(Kernel(), one(), x); }).code(),
            ErrorCode::invalid_handle);
  EXPECT_EQ(error_of([&] { encoder.fill(Buffer<int>(), 1); }).code(), ErrorCode::invalid_handle);
  CommandEncoder moved = std::move(encoder);
  EXPECT_EQ(error_of([&] { encoder.commit(); }).code(),  // NOLINT(bugprone-use-after-move)
            ErrorCode::invalid_handle);
  EXPECT_EQ(moved.pending(), 0u);
}

TEST_P(EncoderTest, CooperativeGridsDoNotKeepOtherOperationsOutOfGraphs) {
  if (!device().info().cooperative_launch) GTEST_SKIP() << "needs cooperative launches";
  const Stream stream(device());
  CommandEncoder encoder(stream, options());
  const Buffer<int> x(device(), 32);
  LaunchShape cooperative = one();
  cooperative.cooperative = true;
  for (int round = 0; round < 4; ++round) {
    encoder.fill(x, round);
    encoder.launch(step(), one(), x, 2, 1);
    encoder.launch(step(), one(), x, 1, 1);
    encoder.launch(step(), cooperative, x, 2, round);
    for (int i = 0; i < 3; ++i) encoder.launch(step(), one(), x, 1, round);
    encoder.synchronize();
    EXPECT_EQ(read(stream, x), std::vector<int>(32, (2 * round + 2) * 2 + 4 * round));
  }
  const EncoderCounters counters = encoder.counters();
  EXPECT_EQ(counters.batches, counters.direct + counters.instantiations + counters.reuses);
  if (uses_graphs()) {
    EXPECT_GE(counters.reuses, 2u);
  }
}

/// Four batches with a special launch among others are four graphs or direct submissions.
void expect_undivided_batches(const EncoderOptions& options, const Kernel& kernel,
                              const LaunchShape& special) {
  const Stream stream(kernel.device());
  CommandEncoder encoder(stream, options);
  const Buffer<int> x(kernel.device(), 64);
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 3; ++i) encoder.launch(kernel, {{1}, {32}}, x, 1, round);
    encoder.launch(kernel, special, x, 2, round);
    for (int i = 0; i < 3; ++i) encoder.launch(kernel, {{1}, {32}}, x, 1, round);
    encoder.synchronize();
  }
  const EncoderCounters counters = encoder.counters();
  EXPECT_EQ(counters.batches, 4u);
  EXPECT_EQ(counters.direct_special, 0u);
  EXPECT_EQ(counters.direct_failed, 0u);
  EXPECT_EQ(counters.instantiations, *options.graphs ? 1u : 0u);
  EXPECT_EQ(counters.reuses, *options.graphs ? 2u : 0u);
}

TEST_P(EncoderTest, ACooperativeGridIsPartOfTheGraph) {
  if (!device().info().graph_cooperative_launch)
    GTEST_SKIP() << "needs cooperative launches in graphs";
  expect_undivided_batches(options(), step(), {.grid = {2}, .block = {32}, .cooperative = true});
}

TEST_P(EncoderTest, ALaunchWithClustersIsPartOfTheGraph) {
  if (!device().info().graph_cluster_launch) GTEST_SKIP() << "needs clusters in graphs";
  expect_undivided_batches(options(), step(), {.grid = {4}, .block = {16}, .cluster = Dim3{2}});
  expect_undivided_batches(options(), step(),
                           {.grid = {4}, .block = {16}, .cooperative = true, .cluster = Dim3{2}});
}

TEST_P(EncoderTest, EachThreadMayHaveAnEncoder) {
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      const Stream stream(device());
      CommandEncoder encoder(stream, options());
      const Buffer<int> x(device(), 32);
      int expected = t;
      encoder.fill(x, t);
      for (int i = 0; i < 50; ++i) {
        for (int k = 0; k < 4; ++k) encoder.launch(step(), one(), x, 1, i);
        encoder.on_complete([] {});
        encoder.commit();
        expected += 4 * i;
      }
      encoder.synchronize();
      right += read(stream, x) == std::vector<int>(32, expected);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 4);
}

TEST_P(EncoderTest, OptionsComeFromTheEnvironment) {
  const Stream stream(device());
  {
    const ScopedVariable graphs("DUET_ENCODER_GRAPHS", uses_graphs() ? "on" : "off");
    const ScopedVariable operations("DUET_ENCODER_MAX_OPERATIONS", "7");
    const ScopedVariable bytes("DUET_ENCODER_MAX_BYTES", "4096");
    const ScopedVariable executables("DUET_ENCODER_MAX_EXECUTABLES", "3");
    const ScopedVariable batches("DUET_ENCODER_MAX_BATCHES_IN_FLIGHT", "5");
    const EncoderOptions found = CommandEncoder(stream).options();
    EXPECT_EQ(found.graphs, uses_graphs());
    EXPECT_EQ(found.max_operations, 7u);
    EXPECT_EQ(found.max_bytes, 4096u);
    EXPECT_EQ(found.max_executables, 3u);
    EXPECT_EQ(found.max_batches_in_flight, 5u);
    const EncoderOptions given =
        CommandEncoder(stream,
                       {.max_operations = 9, .max_executables = 8, .max_batches_in_flight = 7})
            .options();
    EXPECT_EQ(given.max_operations, 9u);
    EXPECT_EQ(given.max_executables, 8u);
    EXPECT_EQ(given.max_batches_in_flight, 7u);
  }
  {
    const ScopedVariable graphs("DUET_ENCODER_GRAPHS", "perhaps");
    EXPECT_THAT(error_of([&] { CommandEncoder encoder(stream); }).what(),
                HasSubstr("DUET_ENCODER_GRAPHS"));
  }
  for (const char* const name : {"DUET_ENCODER_MAX_OPERATIONS", "DUET_ENCODER_MAX_EXECUTABLES",
                                 "DUET_ENCODER_MAX_BATCHES_IN_FLIGHT"}) {
    const ScopedVariable number(name, "7x");
    EXPECT_THAT(error_of([&] { CommandEncoder encoder(stream); }).what(), HasSubstr(name));
  }
  EXPECT_THAT(error_of([&] { CommandEncoder encoder(stream, {.max_operations = 0}); }).what(),
              HasSubstr("max_operations"));
}

}  // namespace
}  // namespace duet::test
