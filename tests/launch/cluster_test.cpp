// Launches with clusters of blocks, and the error on devices without clusters.

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

using ClusterTest = DeviceTest;

#define NEEDS_CLUSTERS() \
  if (!device().info().cluster_launch) GTEST_SKIP() << "needs a device with clusters"

constexpr const char* plain = R"(
  extern "C" __global__ void number(unsigned* out) { out[blockIdx.x] = blockIdx.x; }
)";

/// Each block writes its rank, the size of its cluster, and a value from the shared memory of the
/// next block of the cluster. It needs PTX, since there is no other way to write this without a
/// header.
constexpr const char* ring = R"(
  extern "C" __global__ void ring(unsigned* out) {
    __shared__ unsigned mine;
    unsigned rank, size, next, value;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
    if (threadIdx.x == 0) mine = 100 + blockIdx.x;
    asm volatile("barrier.cluster.arrive.release;\n\tbarrier.cluster.wait.acquire;" ::: "memory");
    unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&mine));
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(next) : "r"(address), "r"((rank + 1) % size));
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(next) : "memory");
    asm volatile("barrier.cluster.arrive.release;\n\tbarrier.cluster.wait.acquire;" ::: "memory");
    if (threadIdx.x == 0) {
      out[3 * blockIdx.x] = rank;
      out[3 * blockIdx.x + 1] = size;
      out[3 * blockIdx.x + 2] = value;
    }
  }
)";

void expect_ring_of(const LaunchShape& shape, const std::vector<unsigned>& result) {
  const unsigned size = shape.cluster ? shape.cluster->x : 1;
  for (unsigned block = 0; block < shape.grid.x; ++block) {
    const unsigned rank = block % size;
    const unsigned next = block - rank + (rank + 1) % size;
    const std::size_t at = std::size_t{3} * block;
    ASSERT_EQ(result[at], rank) << "block " << block;
    ASSERT_EQ(result[at + 1], size) << "block " << block;
    ASSERT_EQ(result[at + 2], 100 + next) << "block " << block;
  }
}

void expect_ring(const LaunchShape& shape) {
  const Device device(0);
  const Stream stream(device);
  const Kernel kernel = make_kernel(device, ring, "ring");
  const Buffer<unsigned> out(device, std::size_t{3} * shape.grid.x);
  launch(stream, kernel, shape, out);
  expect_ring_of(shape, read(stream, out));
}

TEST_F(ClusterTest, DevicesWithoutClustersReportAnError) {
  if (device().info().cluster_launch) GTEST_SKIP() << "the device has clusters";
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), plain, "number");
  const Buffer<unsigned> out(device(), 4);
  fill(stream, out, 7u);
  const LaunchShape shape{.grid = {4}, .block = {1}, .cluster = Dim3{2}};
  for (const Error& error : {error_of([&] { launch(stream, kernel, shape, out); }),
                             error_of([&] { (void)largest_cluster(kernel, {1}); }),
                             error_of([&] { (void)active_clusters(kernel, shape); })}) {
    EXPECT_EQ(error.code(), ErrorCode::not_supported);
    EXPECT_THAT(error.what(), testing::AllOf(HasSubstr("number"), HasSubstr("clusters"),
                                             HasSubstr(device().info().name)));
  }
  EXPECT_THAT(read(stream, out), testing::Each(7u)) << "no kernel ran";
  launch(stream, kernel, {.grid = {4}, .block = {1}}, out);
  EXPECT_THAT(read(stream, out), testing::ElementsAre(0, 1, 2, 3)) << "the next launch works";
}

TEST_F(ClusterTest, BlocksReadTheSharedMemoryOfTheirNeighbours) {
  NEEDS_CLUSTERS();
  for (const unsigned size : {1u, 2u, 4u, 8u}) {
    SCOPED_TRACE(size);
    expect_ring({.grid = {64}, .block = {32}, .cluster = Dim3{size}});
  }
  expect_ring({.grid = {8}, .block = {32}});
  expect_ring({.grid = {8}, .block = {32}, .cooperative = true, .cluster = Dim3{4}});
}

TEST_F(ClusterTest, NodesOfGraphsHaveClusters) {
  if (!device().info().graph_cluster_launch) GTEST_SKIP() << "needs clusters in graphs";
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), ring, "ring");
  const Buffer<unsigned> out(device(), 3 * 64);
  const LaunchShape two{.grid = {64}, .block = {32}, .cluster = Dim3{2}};
  const LaunchShape four{.grid = {8}, .block = {32}, .cooperative = true, .cluster = Dim3{4}};
  Graph graph(device());
  const GraphNode first = graph.fill({}, out, 0u);
  const GraphNode node = graph.launch({first}, kernel, two, out);
  GraphExec exec(graph);
  exec.launch(stream);
  expect_ring_of(two, read(stream, out));
  EXPECT_EQ(exec.set_launch(node, kernel, four, out), GraphUpdate::instantiated);
  exec.launch(stream);
  expect_ring_of(four, read(stream, out));
}

TEST_F(ClusterTest, EncodersKeepClustersInTheirGraphs) {
  if (!device().info().graph_cluster_launch) GTEST_SKIP() << "needs clusters in graphs";
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), ring, "ring");
  const Buffer<unsigned> out(device(), 3 * 64);
  CommandEncoder encoder(stream, {.graphs = true});
  for (int round = 0; round < 4; ++round) {
    for (const unsigned size : {2u, 4u, 8u}) {
      encoder.launch(kernel, {.grid = {64}, .block = {32}, .cluster = Dim3{size}}, out);
    }
    encoder.synchronize();
    expect_ring_of({.grid = {64}, .cluster = Dim3{8}}, read(stream, out));
    fill(stream, out, 0u);
  }
  EXPECT_EQ(encoder.counters().batches, 4u);
  EXPECT_EQ(encoder.counters().direct_special, 0u);
  EXPECT_EQ(encoder.counters().reuses, 2u);
}

TEST_F(ClusterTest, TheLargestClusterRuns) {
  NEEDS_CLUSTERS();
  const Kernel kernel = make_kernel(device(), ring, "ring");
  const auto largest = static_cast<unsigned>(largest_cluster(kernel, {32}));
  EXPECT_GE(largest, 8u);
  expect_ring({.grid = {2 * largest}, .block = {32}, .cluster = Dim3{largest}});
  const LaunchShape shape{.grid = {2 * largest}, .block = {32}, .cluster = Dim3{largest}};
  EXPECT_GE(active_clusters(kernel, shape), 1);
}

TEST_F(ClusterTest, InvalidClustersAreRefused) {
  NEEDS_CLUSTERS();
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), plain, "number");
  const Buffer<unsigned> out(device(), 4096);
  const auto refused = [&](const LaunchShape& shape) {
    const Error error = error_of([&] { launch(stream, kernel, shape, out); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << error.what();
    return std::string(error.what());
  };
  EXPECT_THAT(refused({.grid = {5}, .block = {1}, .cluster = Dim3{2}}),
              testing::AllOf(HasSubstr("5x1x1"), HasSubstr("2x1x1"), HasSubstr("multiple")));
  EXPECT_THAT(refused({.grid = {4}, .block = {1}, .cluster = Dim3{2, 0, 1}}), HasSubstr("2x0x1"));
  EXPECT_THAT(refused({.grid = {4096}, .block = {1}, .cluster = Dim3{64}}),
              testing::AllOf(HasSubstr("64"), HasSubstr("at most")));
  EXPECT_THAT(
      refused({.grid = {1 << 20}, .block = {1024}, .cooperative = true, .cluster = Dim3{2}}),
      HasSubstr("resident at once"));
  EXPECT_EQ(error_of([&] { (void)active_clusters(kernel, {.grid = {4}, .block = {1}}); }).code(),
            ErrorCode::invalid_argument);
  EXPECT_EQ(error_of([&] { (void)largest_cluster(kernel, {1 << 20}); }).code(),
            ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace duet::test
