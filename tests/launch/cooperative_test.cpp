// Cooperative launches, whose blocks run concurrently, and grid barriers.

#include <functional>
#include <thread>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class CooperativeTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    if (!device().info().cooperative_launch) {
      GTEST_SKIP() << "the device or its driver has no cooperative launches";
    }
  }

  /// A kernel that rotates values. In each round every thread reads the value of the next thread of
  /// the next block, and writes it to its own place after a grid barrier.
  static Kernel ring() {
    static const Kernel kernel = make_kernel(device(), R"(
      #include <duet/device/kernel.hpp>
      __global__ void ring(unsigned* x, int rounds, duet::GridBarrier* barrier) {
        const unsigned blocks = unsigned(duet::grid_blocks());
        const unsigned threads = duet::block_threads();
        const unsigned own = unsigned(duet::block_in_grid());
        const unsigned t = duet::thread_in_block();
        for (int i = 0; i < rounds; ++i) {
          const unsigned read = x[(own + 1) % blocks * threads + (t + 1) % threads];
          duet::grid_barrier(barrier);
          x[own * threads + t] = read;
          duet::grid_barrier(barrier);
        }
      })",
                                             "ring");
    return kernel;
  }

  /// Checks that each value has moved by `rounds` blocks and threads.
  static void expect_ring(const Stream& stream, const Buffer<GridBarrier>& barrier,
                          LaunchShape shape, int rounds) {
    const std::size_t blocks = shape.grid.volume();
    const std::size_t threads = shape.block.volume();
    std::vector<unsigned> values(blocks * threads);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<unsigned>(i);
    const Buffer<unsigned> x(device(), values.size());
    write(stream, x, values);
    shape.cooperative = true;
    launch(stream, ring(), shape, x, rounds, barrier);
    const std::vector<unsigned> result = read(stream, x);
    const auto turns = static_cast<std::size_t>(rounds);
    for (std::size_t b = 0; b < blocks; ++b) {
      for (std::size_t t = 0; t < threads; ++t) {
        ASSERT_EQ(result[b * threads + t],
                  values[(b + turns) % blocks * threads + (t + turns) % threads])
            << b << " of " << blocks << ", " << t << " of " << threads;
      }
    }
  }
};

TEST_F(CooperativeTest, BlocksOfEveryShapeSynchronize) {
  const Stream stream(device());
  const Buffer<GridBarrier> barrier = make_grid_barrier(stream);
  for (const LaunchShape& shape :
       {LaunchShape{{1}, {1}}, LaunchShape{{1}, {256}}, LaunchShape{{2}, {64}},
        LaunchShape{{3}, {100}}, LaunchShape{{4}, {256}}, LaunchShape{{2}, {1024}},
        LaunchShape{{2, 2, 2}, {8, 4, 2}}, LaunchShape{{8}, {1}}}) {
    expect_ring(stream, barrier, shape, 10);
  }
}

TEST_F(CooperativeTest, TheWholeDeviceSynchronizes) {
  const Stream stream(device());
  const Buffer<GridBarrier> barrier = make_grid_barrier(stream);
  expect_ring(stream, barrier, full_device(ring(), {64}), 5);
  expect_ring(stream, barrier, full_device(ring(), {256}), 5);
}

TEST_F(CooperativeTest, BlocksSynchronizeManyTimes) {
  const Stream stream(device());
  const Buffer<GridBarrier> barrier = make_grid_barrier(stream);
  expect_ring(stream, barrier, {{2}, {32}}, 2000);
  EXPECT_EQ(read(stream, barrier)[0].arrived, 0u) << "as before the first of 4000 turns";
}

TEST_F(CooperativeTest, GridsOfTwoStreamsAreIndependent) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([] {
      const Stream stream(device());
      const Buffer<GridBarrier> barrier = make_grid_barrier(stream);
      for (int round = 0; round < 20; ++round) expect_ring(stream, barrier, {{2}, {64}}, 3);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(CooperativeTest, EachBlockHasItsOwnSharedMemory) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/kernel.hpp>
    __global__ void k(int* x, duet::GridBarrier* barrier) {
      __shared__ int fixed[64];
      extern __shared__ int dynamic[];
      const int value = int(blockIdx.x * 1000 + threadIdx.x);
      fixed[threadIdx.x] = value;
      dynamic[threadIdx.x] = -value;
      duet::grid_barrier(barrier);
      x[blockIdx.x * 64 + threadIdx.x] = fixed[63 - threadIdx.x] - dynamic[threadIdx.x ^ 1];
    })",
                                    "k");
  const Buffer<GridBarrier> barrier = make_grid_barrier(stream);
  const Buffer<int> x(device(), 256);
  launch(stream, kernel,
         {.grid = {4}, .block = {64}, .shared_bytes = 64 * sizeof(int), .cooperative = true}, x,
         barrier);
  const std::vector<int> result = read(stream, x);
  for (int b = 0; b < 4; ++b) {
    for (int t = 0; t < 64; ++t) {
      ASSERT_EQ(result[static_cast<std::size_t>(b * 64 + t)], 2000 * b + 63 - t + (t ^ 1));
    }
  }
}

TEST_F(CooperativeTest, AGridThatDoesNotFitIsRefused) {
  const Stream stream(device());
  const Buffer<GridBarrier> barrier = make_grid_barrier(stream);
  const Buffer<unsigned> x(device(), 1);
  LaunchShape shape = full_device(ring(), {128});
  const unsigned most = shape.grid.x;
  shape.grid.x += 1;
  shape.cooperative = true;
  const Error error = error_of([&] { launch(stream, ring(), shape, x, 1, barrier); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("launch of ring"), HasSubstr("at most"),
                    HasSubstr(std::to_string(most)), HasSubstr(std::to_string(most + 1))));
  expect_ring(stream, barrier, {{2}, {64}}, 3);
}

TEST_F(CooperativeTest, AKernelWithoutAGridBarrierRuns) {
  const Stream stream(device());
  const Kernel kernel =
      make_kernel(device(), "__global__ void k(int* x) { atomicAdd(x, int(blockIdx.x)); }", "k");
  const Buffer<int> x(device(), 1);
  fill(stream, x, 0);
  launch(stream, kernel, {.grid = {8}, .block = {32}, .cooperative = true}, x);
  EXPECT_EQ(read(stream, x)[0], 32 * 28);
}

using OccupancyTest = DeviceTest;

Kernel small_kernel() {
  static const Kernel kernel =
      make_kernel(Device(0), "__global__ void __launch_bounds__(512) k(int* x) { *x = 1; }", "k");
  return kernel;
}

TEST_F(OccupancyTest, SmallBlocksFitMoreOftenThanLargeOnes) {
  const DeviceInfo& info = device().info();
  const int small = active_blocks(small_kernel(), 64);
  const int large = active_blocks(small_kernel(), 512);
  EXPECT_GE(small, large);
  EXPECT_GE(large, 1);
  EXPECT_LE(large * 512, info.max_threads_per_multiprocessor);
  EXPECT_EQ(active_blocks(small_kernel(), 64), small);
  const int heavy = active_blocks(small_kernel(), 64, info.shared_per_block);
  EXPECT_LE(heavy, small);
}

TEST_F(OccupancyTest, TheBestBlockFillsTheDevice) {
  const BestBlock best = best_block(small_kernel());
  EXPECT_GE(best.threads, 1u);
  EXPECT_LE(best.threads, 512u);
  EXPECT_GE(best.blocks, 1u);
  EXPECT_LE(best_block(small_kernel(), 0, 48).threads, 48u);
  const LaunchShape shape = full_device(small_kernel(), {16, 4});
  EXPECT_EQ(shape.grid.x, static_cast<unsigned>(active_blocks(small_kernel(), 64) *
                                                device().info().multiprocessors));
  EXPECT_EQ(shape.block, (Dim3{16, 4}));
}

TEST_F(OccupancyTest, ImpossibleBlocksAreRefused) {
  const std::size_t shared = device().info().max_shared_per_block;
  for (const auto& action : std::vector<std::function<void()>>{
           [] { (void)active_blocks(small_kernel(), 0); },
           [] { (void)active_blocks(small_kernel(), 1u << 20); },
           [&] { (void)active_blocks(small_kernel(), 32, shared + 1); },
           [&] { (void)best_block(small_kernel(), ~std::size_t{0}); },
           [] {
             (void)full_device(small_kernel(), {1024, 1024});
           }}) {
    const Error error = error_of(action);
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), HasSubstr("occupancy of k"));
  }
  EXPECT_EQ(error_of([] { (void)active_blocks(Kernel(), 1); }).code(), ErrorCode::invalid_handle);
}

}  // namespace
}  // namespace duet::test
