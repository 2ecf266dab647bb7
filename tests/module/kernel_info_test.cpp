// What a kernel tells of itself: whoever asks, however it was loaded.

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

void expect_same(const KernelInfo& told, const KernelInfo& before) {
  EXPECT_EQ(told.name, before.name);
  EXPECT_EQ(told.architecture, before.architecture);
  EXPECT_EQ(told.wave_size, before.wave_size);
  EXPECT_EQ(told.registers, before.registers);
  EXPECT_EQ(told.shared_bytes, before.shared_bytes);
  EXPECT_EQ(told.local_bytes, before.local_bytes);
  EXPECT_EQ(told.constant_bytes, before.constant_bytes);
  EXPECT_EQ(told.max_threads, before.max_threads);
  EXPECT_EQ(told.parameter_bytes, before.parameter_bytes);
  EXPECT_EQ(told.parameter_types, before.parameter_types);
  EXPECT_EQ(told.form, before.form);
}

class KernelInfoTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    forget_modules();
  }

  CacheFolder folder_{};
};

TEST_F(KernelInfoTest, AModuleOfTheFolderTellsWhatItToldBefore) {
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

TEST_F(KernelInfoTest, ThreadsThatAskFirstAtOnceAreToldTheSame) {
  const Module module = jit(device(), scaling());
  const Kernel kernel = module.kernel("scale<float>");
  std::vector<const KernelInfo*> told(8);
  {
    std::vector<std::jthread> threads;
    for (const KernelInfo*& info : told) threads.emplace_back([&] { info = &kernel.info(); });
  }
  for (const KernelInfo* info : told) {
    EXPECT_EQ(info, told[0]);
    EXPECT_EQ(info->parameter_bytes, (std::vector<std::size_t>{8, 8, 2}));
  }
}

}  // namespace
}  // namespace duet::test
