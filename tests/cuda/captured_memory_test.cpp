// Captured calls that allocate memory, as cuBLAS does without a workspace. CUDA backend only.

#include <dlfcn.h>

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
};

INSTANTIATE_TEST_SUITE_P(, CapturedMemoryTest, testing::Bool(),
                         [](const auto& test) { return test.param ? "Graphs" : "Direct"; });

TEST_P(CapturedMemoryTest, CapturesThatAllocateMemoryRecur) {
  if (!device().info().memory_pools) GTEST_SKIP() << "needs memory pools";
  const Kernel step = make_kernel(device(), source, "step");
  const Kernel add = make_kernel(device(), source, "add");
  const LaunchShape one{{1}, {32}};
  const MemoryCalls calls;
  const Stream stream(device());
  CommandEncoder encoder(stream, {.graphs = GetParam()});
  const Buffer<int> x(device(), 32), y(device(), 32);
  for (int round = 0; round < 20; ++round) {
    encoder.fill(x, round);
    for (int i = 0; i < 3; ++i) encoder.launch(step, one, x, 1);
    encoder.capture({{inout(x)}}, [&](StreamRef captured) {
      int* const space = calls.allocate(captured, 4096);
      launch(captured, add, one, space, x.data(), x.data());
      launch(captured, add, one, x, space, space);
      calls.free(captured, space);
    });
    for (int i = 0; i < 3; ++i) encoder.launch(step, one, x, 1);
    encoder.fill(y, round);
    encoder.synchronize();
    EXPECT_EQ(read(stream, x), std::vector<int>(32, (round + 3) * 4 + 3));
  }
  const EncoderCounters counters = encoder.counters();
  EXPECT_EQ(counters.batches, counters.direct + counters.instantiations + counters.reuses);
  if (GetParam()) {
    EXPECT_GE(counters.reuses, 3 * 18u);
  }
}

}  // namespace
}  // namespace duet::test
