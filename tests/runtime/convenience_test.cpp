#include <array>
#include <chrono>
#include <set>
#include <span>
#include <thread>
#include <unordered_set>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

using ConvenienceTest = DeviceTest;

TEST(Numbers, ThatAreNoDataTypeHaveNoNameAndNoSize) {
  EXPECT_STREQ(name_of(static_cast<DataType>(99)), "unknown");
  EXPECT_EQ(size_of(static_cast<DataType>(99)), 0u);
  EXPECT_STREQ(name_of(DataType::c128), "c128");
}

TEST_F(ConvenienceTest, ASlotNeedsAFunction) {
  EXPECT_EQ(error_of([] { const DeviceSlot<int> slot(nullptr); }).code(),
            ErrorCode::invalid_argument);
}

TEST_F(ConvenienceTest, BuffersAreMadeOfHostRangesAndCopiedToVectors) {
  const Stream stream(device());
  const std::vector<float> host = ramp(1000);
  const Buffer<float> on_stream(stream, host);
  EXPECT_EQ(on_stream.to_vector(stream), host);
  const Buffer on_device(device(), std::array<int, 3>{4, 5, 6});
  static_assert(std::is_same_v<decltype(on_device), const Buffer<int>>);
  EXPECT_THAT(on_device.to_vector(stream), ElementsAre(4, 5, 6));
  const Buffer of_span(stream, std::span(host).subspan(7, 2));
  static_assert(std::is_same_v<decltype(of_span), const Buffer<float>>);
  EXPECT_THAT(of_span.to_vector(stream), ElementsAre(7, 8));
  EXPECT_TRUE(Buffer(stream, std::vector<int>{}).to_vector(stream).empty());
  const auto constant = Buffer<const int>::from(Memory::device(device(), 2 * sizeof(int)));
  EXPECT_EQ(DeviceSpan<const int>(constant).size(), 2u);
}

TEST_F(ConvenienceTest, TimesAreDurations) {
  const Stream stream(device());
  const Buffer<double> x(device(), 100'000);
  const Event start(device()), stop(device());
  Timer timer(stream);
  Milliseconds sum{};
  {
    const ScopedTimer scope(stream, sum);
    start.record(stream);
    fill(stream, x, 0.1);
    stop.record(stream);
  }
  EXPECT_TRUE(stop.query());  // the scope waited
  EXPECT_GT(elapsed(start, stop), Milliseconds(0));
  EXPECT_GE(sum, elapsed(start, stop));
  EXPECT_GE(timer.elapsed(), sum);
  timer.restart();
  EXPECT_LT(std::chrono::duration<double>(timer.elapsed()), 10s);
}

TEST_F(ConvenienceTest, WaitsEndAfterATime) {
  const Stream stream(device());
  const Event event(device());
  std::atomic<bool> may_end{false};
  stream.launch_host_function([&] {
    while (!may_end) std::this_thread::sleep_for(100us);
  });
  event.record(stream);
  EXPECT_FALSE(stream.wait_for(2ms));
  EXPECT_FALSE(event.wait_for(0ms));
  may_end = true;
  EXPECT_TRUE(stream.wait_for(10s));
  EXPECT_TRUE(event.wait_for(10s));
}

TEST_F(ConvenienceTest, DevicesAreListedOrderedAndHashed) {
  const std::vector<Device> all = Device::all();
  ASSERT_EQ(all.size(), static_cast<std::size_t>(Device::count()));
  EXPECT_EQ(all[0], Device(0));
  EXPECT_TRUE(std::ranges::is_sorted(all));
  EXPECT_EQ(std::unordered_set<Device>(all.begin(), all.end()).size(), all.size());
  const MemoryInfo memory = all[0].memory_info();
  EXPECT_GT(memory.free, 0u);
  EXPECT_LE(memory.free, memory.total);
}

TEST_F(ConvenienceTest, HandlesAreComparedAndHashed) {
  const Stream first(device()), second(device());
  EXPECT_EQ(first.ref(), first.ref());
  EXPECT_EQ((std::unordered_set<StreamRef>{first.ref(), second.ref(), first.ref()}).size(), 2u);
  const Event event(device()), other(device());
  EXPECT_EQ(event.ref(), event.ref());
  EXPECT_NE(event.ref(), other.ref());
  const Module module(device(), compile({.source = "extern \"C\" __global__ void a() {}\n"
                                                   "extern \"C\" __global__ void b() {}"},
                                        device()));
  EXPECT_EQ(module.kernel("a"), module.kernel("a"));
  EXPECT_NE(module.kernel("a"), module.kernel("b"));
  EXPECT_NE(module.kernel("a"), Kernel());
}

TEST_F(ConvenienceTest, PeerAccessMakesMemoryOfAnotherDeviceAnArgument) {
  if (Device::count() < 2) GTEST_SKIP() << "needs two devices";
  const Device far(1);
  if (!far.can_access(device())) GTEST_SKIP() << "needs devices that access each other's memory";
  const Buffer<int> x(device(), std::vector<int>{1, 2, 3});
  const Stream stream(far);
  const Kernel kernel =
      make_kernel(far, "__global__ void twice(int* x) { x[threadIdx.x] *= 2; }", "twice");
  far.enable_peer_access(device());
  far.enable_peer_access(device());
  launch(stream, kernel, {{1}, {3}}, x);
  stream.synchronize();
  const Stream near(device());
  EXPECT_THAT(x.to_vector(near), ElementsAre(2, 4, 6));
  const Buffer<int> y(far, 3);
  copy(stream, y, x);
  EXPECT_THAT(y.to_vector(stream), ElementsAre(2, 4, 6));
}

TEST_F(ConvenienceTest, HostBuffersOfAnotherDeviceAreAccepted) {
  if (Device::count() < 2) GTEST_SKIP() << "needs two devices";
  set_strict_mode(true);
  const auto x = HostBuffer<int>::pinned(Device(1), 3);
  x.begin()[1] = 7;
  const Stream stream(device());
  const Kernel kernel =
      make_kernel(device(), "__global__ void more(int* x) { x[threadIdx.x] += 1; }", "more");
  launch(stream, kernel, {{1}, {3}}, x);
  launch(stream, kernel, {{1}, {0x1}}, static_cast<const int*>(x.data() + 1));
  stream.synchronize();
  set_strict_mode(false);
  EXPECT_EQ(x[1], 9);
}

TEST(NameOfTest, EveryEnumerationHasNames) {
  EXPECT_STREQ(name_of(ErrorCode::io), "io");
  EXPECT_STREQ(name_of(LogLevel::info), "info");
  EXPECT_STREQ(name_of(MemoryKind::stream_ordered), "stream_ordered");
  EXPECT_STREQ(name_of(ArgumentType::Kind::bfloat16), "bfloat16");
  EXPECT_STREQ(name_of(CacheMode::read), "read");
  EXPECT_STREQ(name_of(GraphNodeKind::captured), "captured");
  EXPECT_STREQ(name_of(GraphUpdate::in_place), "in_place");
  EXPECT_STREQ(name_of(FusionForm::strided), "strided");
  EXPECT_STREQ(name_of(detail::CopyDirection::host_to_device), "host_to_device");
}

}  // namespace
}  // namespace duet::test
