// Launches that may begin before the kernel before them has ended: the same results everywhere.

#include <chrono>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

class ProgrammaticTest : public DeviceTest {
 protected:
  /// x[i] = x[i + 1 mod n] * 2 + 1 out of place: wrong unless the kernel before has ended.
  static const Kernel& turn() {
    static const Kernel kernel = make_kernel(Device(0), R"(
      #include <duet/device/dependent_launch.hpp>
      __global__ void turn(const unsigned* x, unsigned* y, unsigned n) {
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
        duet::launch_dependents();
        duet::wait_for_dependencies();
        if (i < n) y[i] = x[(i + 1) % n] * 2 + 1;
      })",
                                             "turn");
    return kernel;
  }
  static constexpr unsigned n = 10000;
  static constexpr int steps = 20;
  static LaunchShape shape(bool programmatic = true) {
    LaunchShape made = cover(n);
    made.programmatic = programmatic;
    return made;
  }
  static std::vector<unsigned> input() {
    std::vector<unsigned> values(n);
    for (unsigned i = 0; i < n; ++i) values[i] = i;
    return values;
  }
  static std::vector<unsigned> expected() {
    std::vector<unsigned> values(n);
    for (unsigned i = 0; i < n; ++i) {
      values[i] = ((i + steps) % n + 1) * (1U << steps) - 1;
    }
    return values;
  }

  Stream stream_{};
  Buffer<unsigned> x_{}, y_{};
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    stream_ = Stream(device());
    x_ = Buffer<unsigned>(device(), n);
    y_ = Buffer<unsigned>(device(), n);
    write(stream_, x_, input());
  }
  const Buffer<unsigned>& from(int step) const { return step % 2 == 0 ? x_ : y_; }
  const Buffer<unsigned>& to(int step) const { return step % 2 == 0 ? y_ : x_; }
};

TEST_F(ProgrammaticTest, ChainsInStreamsKeepTheirOrder) {
  for (int i = 0; i < steps; ++i) launch(stream_, turn(), shape(), from(i), to(i), n);
  EXPECT_EQ(read(stream_, x_), expected());
}

TEST_F(ProgrammaticTest, ChainsInGraphsKeepTheirOrder) {
  Graph graph(device());
  Graph::Nodes last{graph.empty({})};
  for (int i = 0; i < steps; ++i) {
    last = {graph.launch(last, turn(), shape(i % 5 != 0), from(i), to(i), n)};
  }
  GraphExec exec(graph);
  exec.launch(stream_);
  EXPECT_EQ(read(stream_, x_), expected());

  write(stream_, x_, input());
  Graph changed(device());
  last.clear();
  last = {changed.empty({})};
  for (int i = 0; i < steps; ++i) {
    last = {changed.launch(last, turn(), shape(i % 5 == 1), from(i), to(i), n)};
  }
  EXPECT_EQ(exec.update(changed), GraphUpdate::instantiated) << "edges are no parameters";
  exec.launch(stream_);
  EXPECT_EQ(read(stream_, x_), expected());
  EXPECT_EQ(exec.set_launch(last.front(), turn(), shape(), x_, y_, n), GraphUpdate::instantiated);
  EXPECT_EQ(exec.set_launch(last.front(), turn(), shape(), x_, x_, n), GraphUpdate::in_place);
}

TEST_F(ProgrammaticTest, ChainsInEncodersKeepTheirOrder) {
  for (const bool graphs : {false, true}) {
    CommandEncoder encoder(stream_, {.graphs = graphs});
    for (int round = 0; round < 3; ++round) {
      write(stream_, x_, input());
      for (int i = 0; i < steps; ++i) encoder.launch(turn(), shape(), in(from(i)), out(to(i)), n);
      encoder.synchronize();
      EXPECT_EQ(read(stream_, x_), expected());
    }
    EXPECT_EQ(encoder.counters().reuses, graphs ? 1u : 0u);
    const std::uint64_t instantiations = encoder.counters().instantiations;
    for (int round = 0; round < 2; ++round) {
      write(stream_, x_, input());
      for (int i = 0; i < steps; ++i) {
        encoder.launch(turn(), shape(i % 2 == 0), in(from(i)), out(to(i)), n);
      }
      encoder.synchronize();
      EXPECT_EQ(read(stream_, x_), expected());
    }
    EXPECT_EQ(encoder.counters().instantiations, instantiations + (graphs ? 1 : 0));
  }
}

TEST_F(ProgrammaticTest, CapturesKeepTheOrder) {
  if (!device().info().stream_capture) GTEST_SKIP() << "needs captures of launches";
  (void)turn();
  StreamCapture capture(stream_);
  for (int i = 0; i < steps; ++i) launch(stream_, turn(), shape(), from(i), to(i), n);
  const Graph graph = capture.finish();
  EXPECT_THAT(graph.dot(), testing::HasSubstr("captured: 20 nodes"));
  GraphExec(graph).launch(stream_);
  EXPECT_EQ(read(stream_, x_), expected());
}

TEST_F(ProgrammaticTest, CooperativeGridsIgnoreIt) {
  if (!device().info().cooperative_launch) GTEST_SKIP() << "needs cooperative launches";
  LaunchShape one{.grid = {1}, .block = {32}, .cooperative = true, .programmatic = true};
  launch(stream_, turn(), one, x_, y_, n);
  EXPECT_EQ(read(stream_, y_)[5], 6u * 2 + 1);
}

/// Kernels that take long, the second of which needs nothing of the first: where launches overlap,
/// all together take less time than one after the other.
class ProgrammaticOverlapTest : public ProgrammaticTest {
 protected:
  static constexpr int spins = 6;

  void SetUp() override {
    ProgrammaticTest::SetUp();
    if (IsSkipped()) return;
    if (!device().info().programmatic_launch) GTEST_SKIP() << "needs programmatic launches";
    spin_ = make_kernel(device(), R"(
      #include <duet/device/dependent_launch.hpp>
      __global__ void spin(long long cycles, int* seen) {
        duet::launch_dependents();
        const long long begin = clock64();
        while (clock64() - begin < cycles) {}
        duet::wait_for_dependencies();
        *seen += 1;
      })",
                        "spin");
    seen_ = Buffer<int>(device(), 1);
    fill(stream_, seen_, 0);
    launch(stream_, spin_, one(false), 1LL, seen_);
    stream_.synchronize();
  }

  static LaunchShape one(bool programmatic) {
    return {.grid = {1}, .block = {1}, .programmatic = programmatic};
  }
  /// 10 ms.
  static long long cycles() { return 1000LL * device().info().clock_khz / 100; }

  template <typename Work>
  double seconds(Work work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    stream_.synchronize();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  double seconds_of_graph(bool programmatic) {
    Graph graph(device());
    GraphNode last = graph.launch({}, spin_, one(false), cycles(), seen_);
    for (int i = 1; i < spins; ++i) {
      last = graph.launch({last}, spin_, one(programmatic), cycles(), seen_);
    }
    const GraphExec exec(graph);
    return seconds([&] { exec.launch(stream_); });
  }
  /// Of the third batch, which reuses the graph that the second one has made.
  double seconds_of_encoder(bool programmatic) {
    CommandEncoder encoder(stream_, {.graphs = true});
    const auto batch = [&] {
      for (int i = 0; i < spins; ++i) {
        encoder.launch(spin_, one(programmatic), cycles(), inout(seen_));
      }
      encoder.commit();
    };
    for (int i = 0; i < 2; ++i) batch();
    stream_.synchronize();
    const double time = seconds(batch);
    EXPECT_EQ(encoder.counters().reuses, 1u);
    return time;
  }

  Kernel spin_{};
  Buffer<int> seen_{};
};

TEST_F(ProgrammaticOverlapTest, LaunchesInAStreamOverlap) {
  const auto launch_all = [&](bool programmatic) {
    return seconds([&] {
      for (int i = 0; i < spins; ++i) launch(stream_, spin_, one(programmatic), cycles(), seen_);
    });
  };
  const double apart = launch_all(false);
  EXPECT_LT(launch_all(true), 0.8 * apart);
  EXPECT_EQ(read(stream_, seen_)[0], 1 + 2 * spins);
}

TEST_F(ProgrammaticOverlapTest, NodesOfAGraphOverlap) {
  const double apart = seconds_of_graph(false);
  EXPECT_LT(seconds_of_graph(true), 0.8 * apart);
  EXPECT_EQ(read(stream_, seen_)[0], 1 + 2 * spins);
}

TEST_F(ProgrammaticOverlapTest, GraphsOfAnEncoderOverlap) {
  const double apart = seconds_of_encoder(false);
  EXPECT_LT(seconds_of_encoder(true), 0.8 * apart);
  EXPECT_EQ(read(stream_, seen_)[0], 1 + 2 * 3 * spins);
}

}  // namespace
}  // namespace duet::test
