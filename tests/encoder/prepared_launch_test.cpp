// Prepared launches: their results and order are those of duet::launch, with and without graphs.

#include <array>
#include <thread>
#include <utility>

#include "step_test.hpp"
#include "support/environment.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;

/// Runs tests with and without graphs.
class PreparedLaunchTest : public StepTest, public testing::WithParamInterface<bool> {
 protected:
  static bool uses_graphs() { return GetParam(); }

  template <typename... A>
  static PreparedLaunch prepare(const Kernel& kernel, const A&... arguments) {
    PreparedLaunch prepared(kernel, one(), arguments...);
    prepared.use_graphs(uses_graphs());
    return prepared;
  }
};

INSTANTIATE_TEST_SUITE_P(, PreparedLaunchTest, testing::Bool(),
                         [](const auto& test) { return test.param ? "Graphs" : "Direct"; });

TEST_P(PreparedLaunchTest, RepeatsTheSameLaunch) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 1);
  PreparedLaunch prepared = prepare(step(), x, 2, 1);
  EXPECT_EQ(prepared.uses_graphs(), uses_graphs());
  for (int i = 0; i < 10; ++i) prepared.launch(stream);
  EXPECT_THAT(read(stream, x), Each(2 * 1024 - 1));
  EXPECT_EQ(prepared.kernel(), step());
}

TEST_P(PreparedLaunchTest, RunsWhereAnotherDeviceOrNoneIsCurrent) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 1);
  PreparedLaunch prepared = prepare(step(), x, 2, 1);
  for (int i = 0; i < 3; ++i) prepared.launch(stream);
  std::thread([&] {  // where no device is current
    for (int i = 0; i < 2; ++i) prepared.launch(stream);
  })
      .join();
  std::thread([&] {
    prepared.set_argument(2, 3);
    prepared.launch(stream);
  }).join();
  EXPECT_THAT(read(stream, x), Each(2 * 63 + 3));
  if (Device::count() < 2) return;
  make_current(Device(1));
  prepared.launch(stream);
  make_current(Device(1));
  prepared.launch(stream, x, 1, 7);
  EXPECT_THAT(read(stream, x), Each(2 * (2 * 63 + 3) + 3 + 7));
}

TEST_P(PreparedLaunchTest, ExchangesOneArgumentOrAll) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32), y(device(), 32);
  fill(stream, x, 1);
  fill(stream, y, 100);
  PreparedLaunch prepared = prepare(step(), x, 3, 0);
  int expected_x = 1;
  int expected_y = 100;
  for (int i = 0; i < 20; ++i) {
    prepared.set_argument(2, i);
    prepared.launch(stream);
    expected_x = expected_x * 3 + i;
    prepared.launch(stream, y, 1, i);
    expected_y += i;
    prepared.set_arguments(x, 1, 7);
    prepared.launch(stream);
    expected_x += 7;
    prepared.set_argument(1, 3);
    expected_x %= 1000;
    launch(stream, step(), one(), x, 0, expected_x);
  }
  EXPECT_THAT(read(stream, x), Each(expected_x));
  EXPECT_THAT(read(stream, y), Each(expected_y));
}

TEST_P(PreparedLaunchTest, LaterChangesDoNotReachLaunchesInFlight) {
  const Stream stream(device());
  const Buffer<int> x(device(), std::size_t{32} * 200);
  fill(stream, x, -1);
  PreparedLaunch prepared = prepare(step(), x, 0, 0);
  for (int i = 0; i < 200; ++i) {
    prepared.launch(stream, x.span().subspan(32 * static_cast<std::size_t>(i), 32), 0, i);
  }
  const std::vector<int> result = read(stream, x);
  for (std::size_t i = 0; i < result.size(); ++i) ASSERT_EQ(result[i], static_cast<int>(i / 32));
}

TEST_P(PreparedLaunchTest, KeepsItsOrderAmongOtherWork) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32), y(device(), 32);
  PreparedLaunch prepared = prepare(add(), y, x, x);
  for (int i = 0; i < 10; ++i) {
    fill(stream, x, i);
    prepared.launch(stream);
    launch(stream, step(), one(), y, 10, 1);
    EXPECT_THAT(read(stream, y), Each(20 * i + 1));
  }
}

TEST_P(PreparedLaunchTest, ExchangesTheShape) {
  const Stream stream(device());
  const Buffer<int> x(device(), 64);
  fill(stream, x, 1);
  PreparedLaunch prepared = prepare(step(), x, 2, 0);
  for (const unsigned threads : {32u, 64u, 16u, 16u}) {
    prepared.set_shape({{1}, {threads}});
    EXPECT_EQ(prepared.shape().block.x, threads);
    prepared.launch(stream);
  }
  const std::vector<int> result = read(stream, x);
  EXPECT_EQ(result[0], 16);
  EXPECT_EQ(result[31], 4);
  EXPECT_EQ(result[63], 2);
  EXPECT_EQ(error_of([&] { prepared.set_shape({{1}, {0}}); }).code(), ErrorCode::invalid_argument);
  EXPECT_EQ(prepared.shape().block.x, 16u);
}

TEST_P(PreparedLaunchTest, UsesManyStreams) {
  std::vector<Stream> streams;
  for (int i = 0; i < 20; ++i) streams.emplace_back(device());
  const Buffer<int> x(device(), 32 * streams.size());
  fill(streams[0], x, 0);
  streams[0].synchronize();
  PreparedLaunch prepared = prepare(step(), x, 1, 1);
  for (int round = 0; round < 5; ++round) {
    const std::size_t used = round < 3 ? 8 : streams.size();  // each has its executable at first
    for (std::size_t i = 0; i < used; ++i) {
      prepared.set_argument(0, x.span().subspan(32 * i, 32));
      for (int k = 0; k < round + 1; ++k) prepared.launch(streams[i]);
    }
  }
  for (const Stream& stream : streams) stream.synchronize();
  const std::vector<int> result = read(streams[0], x);
  for (std::size_t i = 0; i < result.size(); ++i)
    ASSERT_EQ(result[i], i < std::size_t{32} * 8 ? 15 : 9) << i;
}

/// Each of two launches waits until the other one runs, which only overlapping ones do.
TEST_P(PreparedLaunchTest, LaunchesOnTwoStreamsOverlap) {
  // With AddressSanitizer, the CPU backend runs one block at a time.
  if (!device().info().cooperative_launch) GTEST_SKIP() << "needs blocks that run at once";
  const Kernel meet = make_kernel(device(), R"(
    #include <duet/device/kernel.hpp>
    __global__ void meet(unsigned* flags, int mine, int other, unsigned turn, int* met) {
      atomicExch(&flags[mine], turn);
      const long long begin = clock64();
      while (clock64() - begin < 4000000000LL) {  // some seconds
        if (atomicAdd(&flags[other], 0u) >= turn) { *met += 1; return; }
      }
    })",
                                  "meet");
  const Stream first(device()), second(device());
  const Buffer<unsigned> flags(device(), 2);
  const Buffer<int> met(device(), 2);
  fill(first, flags, 0u);
  fill(first, met, 0);
  first.synchronize();
  PreparedLaunch prepared(meet, {{1}, {1}}, flags, 0, 1, 0u, met);
  prepared.use_graphs(uses_graphs());
  constexpr unsigned turns = 6;  // from the second on by executables
  for (unsigned turn = 1; turn <= turns; ++turn) {
    prepared.launch(first, flags, 0, 1, turn, met.span().subspan(0, 1));
    prepared.launch(second, flags, 1, 0, turn, met.span().subspan(1, 1));
  }
  first.synchronize();
  second.synchronize();
  EXPECT_THAT(read(first, met), Each(static_cast<int>(turns)));
}

TEST_P(PreparedLaunchTest, CapturesRecordKernelNodes) {
  if (!device().info().stream_capture) GTEST_SKIP() << "needs captures of launches";
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 1);
  PreparedLaunch prepared = prepare(step(), x, 1, 1);
  prepared.launch(stream);
  prepared.launch(stream);  // makes the executable
  stream.synchronize();
  StreamCapture capture(stream);
  prepared.launch(stream);
  prepared.launch(stream, x, 2, 0);
  const Graph graph = capture.finish();
  prepared.launch(stream, x, 1, 100);
  EXPECT_THAT(graph.dot(), HasSubstr("captured: 2 nodes (2 kernel)"));
  const GraphExec exec(graph);
  EXPECT_THAT(read(stream, x), Each(103));
  exec.launch(stream);
  EXPECT_THAT(read(stream, x), Each(208)) << "the graph has the arguments of the capture";
}

TEST_P(PreparedLaunchTest, RunsInTheOrderOfAnEncoder) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32), y(device(), 32);
  PreparedLaunch prepared = prepare(step(), x, 2, 1);
  for (const bool graphs : {false, true}) {
    CommandEncoder encoder(stream, {.graphs = graphs});
    for (int round = 0; round < 4; ++round) {
      encoder.fill(x, round);
      prepared.set_argument(2, round);
      encoder.launch(prepared, {inout(x)});
      prepared.set_argument(2, 1000);  // the recorded launch has a copy
      encoder.fill(y, 0);
      encoder.copy(y, x);
      ASSERT_EQ(encoder.pending_nodes()[1].after, (std::vector<GraphNode>{{0}}));
      encoder.synchronize();
      EXPECT_THAT(read(stream, y), Each(3 * round));
    }
  }
}

TEST_P(PreparedLaunchTest, WrongExchangesChangeNothing) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  const Buffer<float> floats(device(), 32);
  fill(stream, x, 1);
  PreparedLaunch prepared = prepare(step(), x, 2, 1);
  const auto refused = [](const auto& action) {
    const Error error = error_of(action);
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), HasSubstr("step"));
    return std::string(error.what());
  };
  EXPECT_THAT(refused([&] { prepared.set_argument(3, 1); }), HasSubstr("no argument 3"));
  EXPECT_THAT(
      refused([&] { prepared.set_argument(1, 1.0); }),
      HasSubstr("argument 1 (counting from 0) is a floating-point number of 8 bytes; it was "
                "an integer of 4 bytes"));
  EXPECT_THAT(refused([&] { prepared.set_argument(1, short{1}); }),
              AllOf(HasSubstr("argument 1"), HasSubstr("2 bytes"), HasSubstr("4 bytes")));
  EXPECT_THAT(refused([&] { prepared.set_argument(1, 1.0f); }), HasSubstr("argument 1"));
  EXPECT_THAT(refused([&] { prepared.set_argument(0, floats); }), HasSubstr("argument 0"));
  EXPECT_THAT(refused([&] { prepared.launch(stream, x, 2); }), HasSubstr("2 arguments"));
  EXPECT_THAT(refused([&] { prepared.launch(stream, x, 5, 7.0f); }), HasSubstr("argument 2"));
  EXPECT_THAT(refused([&] { prepared.set_arguments(Arguments::of(x, 1, 1.5)); }),
              HasSubstr("argument 2"));
  std::array<int, 2> numbers{5, 5};
  std::vector<void*> addresses{&numbers[0], &numbers[1]};
  EXPECT_THAT(refused([&] { prepared.set_arguments(addresses); }), HasSubstr("2 arguments"));
  prepared.launch(stream);
  EXPECT_THAT(read(stream, x), Each(3));
}

TEST_P(PreparedLaunchTest, TakesListsAndAddresses) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 1);
  int* data = x.data();
  int factor = 2;
  int n = 1;
  const std::vector<void*> addresses{&data, &factor, &n};
  PreparedLaunch prepared = prepare(step(), addresses);
  prepared.launch(stream);
  prepared.launch(stream, Arguments::of(x, 2, 2));
  factor = 3;
  prepared.launch(stream, addresses);
  EXPECT_THAT(read(stream, x), Each(25));
  PreparedLaunch listed = prepare(step(), Arguments::of(x, 0, 5));
  listed.launch(stream);
  EXPECT_THAT(read(stream, x), Each(5));
}

/// Extern "C" kernels do not tell the types of their parameters on GPUs.
TEST_P(PreparedLaunchTest, TheArgumentBeforeTellsAnUnknownType) {
  const Kernel kernel =
      make_kernel(device(), "extern \"C\" __global__ void k(float* y, float a) { *y = a; }", "k");
  const Stream stream(device());
  const Buffer<float> y(device(), 1);
  PreparedLaunch prepared(kernel, {{1}, {1}}, y, 1.0f);
  prepared.use_graphs(uses_graphs());
  EXPECT_EQ(error_of([&] { prepared.set_argument(1, 1); }).code(), ErrorCode::invalid_argument);
  prepared.set_argument(1, 2.0f);
  prepared.launch(stream);
  EXPECT_EQ(read(stream, y)[0], 2.0f);
}

TEST_P(PreparedLaunchTest, MayBeMovedAndDestroyedWhileItRuns) {
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 0);
  {
    PreparedLaunch first = prepare(step(), x, 1, 1);
    first.launch(stream);
    first.launch(stream);
    PreparedLaunch second = std::move(first);
    EXPECT_FALSE(first);  // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(error_of([&] { first.launch(stream); }).code(), ErrorCode::invalid_handle);
    second.launch(stream);
    second = prepare(step(), x, 2, 0);
    second.launch(stream);
    second.launch(stream);
  }
  EXPECT_THAT(read(stream, x), Each(12));
  PreparedLaunch empty;
  EXPECT_EQ(error_of([&] { empty.launch(stream); }).code(), ErrorCode::invalid_handle);
}

TEST_P(PreparedLaunchTest, StreamsOfOtherDevicesAreRefused) {
  if (Device::count() < 2) GTEST_SKIP() << "needs two devices";
  const Buffer<int> x(device(), 32);
  PreparedLaunch prepared = prepare(step(), x, 1, 1);
  const Stream other(Device(1));
  EXPECT_EQ(error_of([&] { prepared.launch(other); }).code(), ErrorCode::invalid_argument);
}

TEST_P(PreparedLaunchTest, CooperativeGridsRunWithoutGraphs) {
  if (!device().info().cooperative_launch) GTEST_SKIP() << "needs cooperative launches";
  const Stream stream(device());
  const Buffer<int> x(device(), 32);
  fill(stream, x, 1);
  PreparedLaunch prepared = prepare(step(), x, 2, 0);
  for (const bool cooperative : {true, false, true}) {
    prepared.set_shape({.grid = {1}, .block = {32}, .cooperative = cooperative});
    prepared.launch(stream);
    prepared.launch(stream);
  }
  EXPECT_THAT(read(stream, x), Each(64));
}

TEST_F(StepTest, TheEnvironmentChoosesGraphsOfPreparedLaunches) {
  const Buffer<int> x(device(), 32);
  const auto uses = [&] { return PreparedLaunch(step(), one(), x, 1, 1).uses_graphs(); };
  {
    const ScopedVariable on("DUET_PREPARED_GRAPHS", "on");
    EXPECT_TRUE(uses());
  }
  {
    const ScopedVariable off("DUET_PREPARED_GRAPHS", "off");
    EXPECT_FALSE(uses());
  }
  {
    const ScopedVariable wrong("DUET_PREPARED_GRAPHS", "yes");
    EXPECT_THAT(error_of(uses).what(), HasSubstr("DUET_PREPARED_GRAPHS"));
  }
  const ScopedVariable unset("DUET_PREPARED_GRAPHS", "");
  EXPECT_EQ(uses(), device().info().graphs_by_default);
}

}  // namespace
}  // namespace duet::test
