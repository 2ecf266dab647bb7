// Memory of two devices: copies with and without peer access, and kernels that use a peer's memory.

#include <numeric>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

constexpr std::size_t count = 100'000;

class PeerTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!IsSkipped() && Device::count() < 2) GTEST_SKIP() << "needs two devices";
  }
  static Device near() { return Device(0); }
  static Device far() { return Device(1); }
  static std::vector<int> numbers(int first) {
    std::vector<int> values(count);
    std::iota(values.begin(), values.end(), first);
    return values;
  }
  /// Copies there on a stream of one device and back on one of the other, between any memory.
  static void expect_copies(const Buffer<int>& x, const Buffer<int>& y) {
    const Stream here(near());
    const Stream there(far());
    write(here, x, numbers(3));
    copy(here, y, x);
    here.synchronize();
    EXPECT_EQ(y.to_vector(there), numbers(3));
    fill(here, x, 0);
    here.synchronize();
    copy(there, x, y);
    there.synchronize();
    EXPECT_EQ(x.to_vector(here), numbers(3));
  }
};

TEST_F(PeerTest, CopiesNeedNoPeerAccess) {
  expect_copies(Buffer<int>(near(), count), Buffer<int>(far(), count));
}

TEST_F(PeerTest, PartsAreCopied) {
  const Buffer<int> x(near(), numbers(0));
  const Buffer<int> y(far(), std::vector<int>(count, -1));
  const Stream stream(far());
  copy(stream, y.subspan(10, 5), x.subspan(90'000, 5));
  stream.synchronize();
  const std::vector<int> found = y.to_vector(stream);
  EXPECT_THAT(std::vector<int>(found.begin() + 9, found.begin() + 16),
              testing::ElementsAre(-1, 90'000, 90'001, 90'002, 90'003, 90'004, -1));
}

TEST_F(PeerTest, MemoryOfPoolsIsCopied) {
  const Stream here(near());
  const Stream there(far());
  MemoryPool first(near());
  MemoryPool second(far());
  for (const std::size_t bytes : {std::size_t{4096}, std::size_t{8} << 20}) {
    const Memory x = Memory::from(first, here, bytes);
    const Memory y = Memory::from(second, there, bytes);
    const DeviceSpan<int> from(static_cast<int*>(x.data()), bytes / sizeof(int), x.home());
    const DeviceSpan<int> to(static_cast<int*>(y.data()), bytes / sizeof(int), y.home());
    fill(here, from, 9);
    here.synchronize();
    copy(there, to, from);
    std::vector<int> found(to.size());
    copy(there, found, to);
    there.synchronize();
    EXPECT_EQ(found, std::vector<int>(to.size(), 9)) << bytes;
  }
}

TEST_F(PeerTest, AKernelUsesAPeersMemoryOnceThatIsSwitchedOn) {
  const Stream stream(near());
  const Buffer<int> x(far(), std::vector<int>(64, 5));
  const Kernel kernel =
      make_kernel(near(), "__global__ void more(int* x) { x[threadIdx.x] += 1; }", "more");
  const LaunchShape shape{.grid = {1}, .block = {64}};
  if (!near().can_access(far())) {
    const Error error = error_of([] { near().enable_peer_access(far()); });
    EXPECT_EQ(error.code(), ErrorCode::not_supported);
    EXPECT_THAT(error.what(), HasSubstr("copy the data between them"));
    EXPECT_EQ(error_of([&] { launch(stream, kernel, shape, x); }).code(),
              ErrorCode::invalid_argument);
    return;
  }
  near().enable_peer_access(far());
  near().enable_peer_access(far());  // a second call does nothing
  launch(stream, kernel, shape, x);
  stream.synchronize();
  EXPECT_EQ(x.to_vector(Stream(far())), std::vector<int>(64, 6));
  far().enable_peer_access(near());
  expect_copies(Buffer<int>(near(), count), Buffer<int>(far(), count));
}

TEST_F(PeerTest, EachDeviceAccessesItself) {
  EXPECT_TRUE(near().can_access(near()));
  EXPECT_NO_THROW(near().enable_peer_access(near()));
}

TEST_F(PeerTest, MemoryOfOtherDevicesThanTheStreamsIsNamed) {
  const Buffer<int> x(far(), 16);
  const Buffer<int> y(far(), 16);
  const Stream stream(near());
  const Error copying = error_of([&] { copy(stream, y, x); });
  EXPECT_EQ(copying.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(copying.what(), HasSubstr("use a stream of device 1"));
  const Error filling = error_of([&] { fill(stream, x, 1); });
  EXPECT_EQ(filling.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(filling.what(), HasSubstr("use a stream of device 1"));
}

}  // namespace
}  // namespace duet::test
