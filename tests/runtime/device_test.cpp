#include "support/device_test.hpp"

#include <atomic>
#include <thread>

namespace duet::test {
namespace {

using testing::HasSubstr;

TEST(Backend, HasAName) {
  EXPECT_THAT(std::string(backend_name()), testing::AnyOf("CPU", "CUDA", "HIP"));
}

TEST(Backend, AMissingDeviceHasAReason) {
  const auto reason = Device::unavailable_reason();
  EXPECT_EQ(Device::count() == 0, reason.has_value());
  if (reason) {
    EXPECT_THAT(reason->code(), testing::AnyOf(ErrorCode::no_driver, ErrorCode::no_device));
    EXPECT_EQ(error_of([] { (void)Device(0); }).code(), reason->code());
  }
}

using DeviceInfoTest = DeviceTest;

TEST_F(DeviceInfoTest, ReportsTheLimitsOfEveryDevice) {
  for (int i = 0; i < Device::count(); ++i) {
    const Device device(i);
    const DeviceInfo& info = device.info();
    EXPECT_EQ(device.ordinal(), i);
    EXPECT_FALSE(info.name.empty());
    EXPECT_FALSE(info.architecture.empty());
    EXPECT_THAT(info.wave_size, testing::AnyOf(32, 64));
    EXPECT_GE(info.multiprocessors, 1);
    EXPECT_GE(info.max_threads_per_block, 256);
    EXPECT_GE(info.max_block.x, 256u);
    EXPECT_GE(info.max_grid.x, 65535u);
    EXPECT_GE(info.max_grid.z, 1u);
    EXPECT_GE(info.max_shared_per_block, info.shared_per_block);
    EXPECT_GE(info.shared_per_block, 16u * 1024);
    EXPECT_GT(info.total_memory, 1u << 28);
    EXPECT_GT(device.free_memory(), 0u);
    EXPECT_LE(device.free_memory(), info.total_memory);
  }
}

TEST_F(DeviceInfoTest, HasALimitForTheStackOfThreads) {
  if (backend_name() == std::string("HIP")) {
    try {
      (void)device().limit(DeviceLimit::stack);
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();  // HIP before 5.3
    }
  }
  const std::size_t before = device().limit(DeviceLimit::stack);
  EXPECT_GE(before, 256u);
  const Error zero = error_of([&] { device().set_limit(DeviceLimit::stack, 0); });
  EXPECT_EQ(zero.code(), ErrorCode::invalid_argument);
  try {
    device().set_limit(DeviceLimit::stack, before + 4096);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::not_supported);
    EXPECT_THAT(error.what(), HasSubstr("cannot change the limit 'stack'"));
    return;
  }
  EXPECT_GE(device().limit(DeviceLimit::stack), before + 4096);
  const Error large = error_of([&] { device().set_limit(DeviceLimit::stack, SIZE_MAX / 2); });
  EXPECT_EQ(large.code(), ErrorCode::invalid_argument);
  device().set_limit(DeviceLimit::stack, before);
}

TEST_F(DeviceInfoTest, EachLimitHasAValueOrANamedError) {
  for (const DeviceLimit limit : {DeviceLimit::stack, DeviceLimit::print, DeviceLimit::heap}) {
    try {
      EXPECT_GT(device().limit(limit), 0u);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::not_supported);
      EXPECT_THAT(error.what(), HasSubstr(std::string("'") + name_of(limit) + "'"));
    }
  }
}

TEST_F(DeviceInfoTest, DevicesHaveDifferentUuids) {
  const std::string first = device().info().uuid;
  EXPECT_TRUE(first.empty() || first.starts_with("GPU-")) << first;
  const bool may_share_a_gpu = backend_name() == std::string("HIP");
  if (Device::count() > 1 && !first.empty() && !may_share_a_gpu) {
    EXPECT_NE(Device(1).info().uuid, first);
  }
}

TEST_F(DeviceInfoTest, TellsWhatGraphsAndCapturesCanDo) {
  const DeviceInfo& info = device().info();
  EXPECT_TRUE(info.graph_launch);
  const Kernel kernel = make_kernel(device(), "__global__ void k() {}", "k");
  const auto add = [&] {
    Graph(device()).launch({}, kernel, {.grid = {1}, .block = {1}, .cooperative = true});
  };
  if (info.graph_cooperative_launch) {
    EXPECT_NO_THROW(add());
  } else {
    EXPECT_EQ(error_of(add).code(), ErrorCode::not_supported);
  }
  EXPECT_TRUE(info.cluster_launch || !info.graph_cluster_launch);
  const Stream stream(device());
  const auto capture = [&] { const StreamCapture captured(stream); };
  if (info.stream_capture) {
    EXPECT_NO_THROW(capture());
  } else {
    EXPECT_EQ(error_of(capture).code(), ErrorCode::not_supported);
  }
  const std::string backend = backend_name();
  EXPECT_EQ(info.graphs_by_default, backend == "CUDA");
  EXPECT_EQ(info.graph_update_while_running, backend != "HIP");
  EXPECT_TRUE(info.cluster_launch || !info.programmatic_launch) << "both need sm_90";
}

TEST_F(DeviceInfoTest, CopiesReferToTheSameDevice) {
  const Device device(0);
  const Device copy = device;
  EXPECT_EQ(copy, Device(0));
  EXPECT_EQ(&copy.info(), &device.info());
}

TEST_F(DeviceInfoTest, AnUnknownOrdinalIsRefused) {
  for (const int ordinal : {-1, Device::count(), 1000}) {
    const Error error = error_of([&] { (void)Device(ordinal); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), HasSubstr("no device " + std::to_string(ordinal)));
  }
}

TEST_F(DeviceInfoTest, ManyThreadsMayQueryItConcurrently) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([] { EXPECT_FALSE(Device(0).info().name.empty()); });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(DeviceInfoTest, SynchronizeWaitsForEveryStream) {
  const Device device(0);
  const Stream first(device);
  const Stream second(device);
  std::atomic<int> done = 0;
  first.launch_host_function([&] { ++done; });
  second.launch_host_function([&] { ++done; });
  device.synchronize();
  EXPECT_EQ(done, 2);
}

}  // namespace
}  // namespace duet::test
