// The KernelInfo of a kernel is the same for all threads and for compiled and cached modules.

#include <string>
#include <thread>
#include <vector>

#include "support/cache_folder.hpp"
#include "support/device_test.hpp"

namespace duet::test {
namespace {

Program scaling() {
  return {.name = "scale",
          .source = R"(
            __device__ int factors[3];
            template <typename T> __global__ void scale(T* x, const T* y, short n) {
              __shared__ T tile[32];
              tile[threadIdx.x] = y[threadIdx.x];
              __syncthreads();
              if (threadIdx.x < unsigned(n)) x[threadIdx.x] = tile[unsigned(n) - threadIdx.x] * T(factors[0]);
            })",
          .kernels = {"scale<float>", "scale<int>"}};
}

void expect_same(const KernelInfo& a, const KernelInfo& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.architecture, b.architecture);
  EXPECT_EQ(a.wave_size, b.wave_size);
  EXPECT_EQ(a.registers, b.registers);
  EXPECT_EQ(a.shared_bytes, b.shared_bytes);
  EXPECT_EQ(a.local_bytes, b.local_bytes);
  EXPECT_EQ(a.constant_bytes, b.constant_bytes);
  EXPECT_EQ(a.max_threads, b.max_threads);
  EXPECT_EQ(a.parameter_bytes, b.parameter_bytes);
  EXPECT_EQ(a.parameter_types, b.parameter_types);
  EXPECT_EQ(a.form, b.form);
}

class KernelInfoTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    forget_modules();
  }

  CacheFolder folder_{};
};

TEST_F(KernelInfoTest, ACachedModuleHasTheSameInfo) {
  const Module compiled = jit(device(), scaling());
  forget_modules();
  const std::uint64_t hits = cache_statistics().disk_hits;
  const Module found = jit(device(), scaling());
  ASSERT_EQ(cache_statistics().disk_hits, hits + 1);
  EXPECT_EQ(found.kernel_names(), compiled.kernel_names());
  EXPECT_EQ(found.symbol<int>("factors").size(), 3u);
  for (const std::string& name : found.kernel_names()) {
    EXPECT_EQ(found.kernel(name).name(), compiled.kernel(name).name());
    expect_same(found.kernel(name).info(), compiled.kernel(name).info());
  }
}

TEST_F(KernelInfoTest, ConcurrentFirstQueriesGetTheSameInfo) {
  const Module module = jit(device(), scaling());
  const Kernel kernel = module.kernel("scale<float>");
  std::vector<const KernelInfo*> infos(8);
  {
    std::vector<std::jthread> threads;
    for (const KernelInfo*& info : infos) threads.emplace_back([&] { info = &kernel.info(); });
  }
  for (const KernelInfo* info : infos) {
    EXPECT_EQ(info, infos[0]);
    EXPECT_EQ(info->parameter_bytes, (std::vector<std::size_t>{8, 8, 2}));
  }
}

}  // namespace
}  // namespace duet::test
