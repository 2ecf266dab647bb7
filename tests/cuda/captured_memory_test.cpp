// Captured calls that allocate memory, as cuBLAS does without a workspace. CUDA backend only.

#include <dlfcn.h>

#include <optional>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

/// Calls of the driver that a library makes, declared as in cuda.h.
class MemoryCalls {
 public:
  int* allocate(StreamRef stream, std::size_t bytes) const {
    unsigned long long address = 0;
    EXPECT_EQ(allocate_(&address, bytes, stream.handle()), 0);
    return reinterpret_cast<int*>(address);
  }
  void free(StreamRef stream, int* address) const {
    EXPECT_EQ(free_(reinterpret_cast<unsigned long long>(address), stream.handle()), 0);
  }

 private:
  template <typename Function>
  static Function* find(const char* name) {
    static void* const library = dlopen("libcuda.so.1", RTLD_NOW);
    return reinterpret_cast<Function*>(dlsym(library, name));
  }

  int (*allocate_)(unsigned long long*, std::size_t,
                   void*) = find<int(unsigned long long*, std::size_t, void*)>("cuMemAllocAsync");
  int (*free_)(unsigned long long, void*) = find<int(unsigned long long, void*)>("cuMemFreeAsync");
};

class CapturedMemoryTest : public DeviceTest, public testing::WithParamInterface<bool> {
 protected:
  static constexpr const char* source = R"(
    __global__ void step(int* x, int n) { x[threadIdx.x] += n; }
    __global__ void add(int* sum, const int* a, const int* b) {
      sum[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
    })";

  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    if (!device().info().memory_pools) GTEST_SKIP() << "needs memory pools";
    step_ = make_kernel(device(), source, "step");
    add_ = make_kernel(device(), source, "add");
    calls_.emplace();
  }

  void multiply_by_four(StreamRef stream, const Buffer<int>& x) const {
    int* const space = calls_->allocate(stream, 4096);
    launch(stream, add_, one_, space, x.data(), x.data());
    launch(stream, add_, one_, x, space, space);
    calls_->free(stream, space);
  }

  const LaunchShape one_{{1}, {32}};
  Kernel step_{};
  Kernel add_{};

 private:
  std::optional<MemoryCalls> calls_{};  ///< finds the driver's functions
};

INSTANTIATE_TEST_SUITE_P(, CapturedMemoryTest, testing::Bool(),
                         [](const auto& test) { return test.param ? "Graphs" : "Direct"; });

TEST_P(CapturedMemoryTest, CapturesThatAllocateMemoryRecur) {
  const Stream stream(device());
  CommandEncoder encoder(stream, {.graphs = GetParam()});
  const Buffer<int> x(device(), 32), y(device(), 32);
  constexpr unsigned rounds = 20;
  for (int round = 0; round < static_cast<int>(rounds); ++round) {
    encoder.fill(x, round);
    for (int i = 0; i < 3; ++i) encoder.launch(step_, one_, x, 1);
    encoder.capture({{inout(x)}}, [&](StreamRef captured) { multiply_by_four(captured, x); });
    for (int i = 0; i < 3; ++i) encoder.launch(step_, one_, x, 1);
    encoder.fill(y, round);
    encoder.synchronize();
    EXPECT_EQ(read(stream, x), std::vector<int>(32, (round + 3) * 4 + 3));
    EXPECT_EQ(read(stream, y), std::vector<int>(32, round));
  }
  const EncoderCounters counters = encoder.counters();
  EXPECT_EQ(counters.batches, counters.direct + counters.instantiations + counters.reuses);
  if (GetParam()) {
    EXPECT_EQ(counters.batches, rounds) << "a batch is one graph";
    EXPECT_EQ(counters.reuses, rounds - 2);
  }
}

TEST_P(CapturedMemoryTest, BatchesHaveSeveralCapturesThatAllocateMemory) {
  const Stream stream(device());
  CommandEncoder encoder(stream, {.graphs = GetParam()});
  const Buffer<int> x(device(), 32), y(device(), 32);
  StreamCapture capture(stream);
  multiply_by_four(stream, x);
  const Graph held = capture.finish();  // recorded again and again, so that nothing is added to it
  constexpr unsigned rounds = 10;
  for (int round = 0; round < static_cast<int>(rounds); ++round) {
    encoder.fill(x, round);
    encoder.fill(y, round);
    encoder.capture({{inout(x)}}, [&](StreamRef captured) { multiply_by_four(captured, x); });
    for (int i = 0; i < 3; ++i) encoder.launch(step_, one_, x, i);
    encoder.capture({{inout(y)}}, [&](StreamRef captured) { multiply_by_four(captured, y); });
    for (int i = 0; i < 3; ++i) encoder.launch(step_, one_, y, 1);
    encoder.graph(held, {inout(x)});
    for (int i = 0; i < 4; ++i) encoder.launch(step_, one_, x, 1);
    encoder.synchronize();
    EXPECT_EQ(read(stream, x), std::vector<int>(32, (round * 4 + 3) * 4 + 4));
    EXPECT_EQ(read(stream, y), std::vector<int>(32, round * 4 + 3));
  }
  if (GetParam()) {
    // Two that grow, the one that is held, and what follows it.
    EXPECT_EQ(encoder.counters().batches, 4 * rounds);
  }
}

}  // namespace
}  // namespace duet::test
