#include <duet/managed_memory.hpp>

#include <array>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

constexpr std::size_t count = 100'000;
constexpr std::array all_advice{MemoryAdvice::read_mostly,   MemoryAdvice::not_read_mostly,
                                MemoryAdvice::preferred_at,  MemoryAdvice::preferred_nowhere,
                                MemoryAdvice::accessed_from, MemoryAdvice::not_accessed_from};

class ManagedMemoryTest : public DeviceTest {
 protected:
  static Kernel add() {
    return make_kernel(device(),
                       "__global__ void add(int* x, int n) {\n"
                       "  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += i; }",
                       "add");
  }
  static HostBuffer<int> ones() {
    HostBuffer<int> x = HostBuffer<int>::managed(device(), count);
    std::fill(x.begin(), x.end(), 1);
    return x;
  }
  static void expect_sums(const HostBuffer<int>& x) {
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(x[i], 1 + static_cast<int>(i));
  }
};

TEST_F(ManagedMemoryTest, PrefetchesToTheDeviceAndBackChangeNoValue) {
  const HostBuffer<int> x = ones();
  const Kernel kernel = add();
  const Stream stream(device());
  prefetch(stream, x, device());
  launch(stream, kernel, cover(count), x, static_cast<int>(count));
  prefetch(stream, x, MemoryPlace::host());
  stream.synchronize();
  expect_sums(x);
}

TEST_F(ManagedMemoryTest, AdviceOfEachKindForEachPlaceChangesNoValue) {
  const Kernel kernel = add();
  const Stream stream(device());
  for (const MemoryPlace& place : {MemoryPlace(device()), MemoryPlace::host()}) {
    const HostBuffer<int> x = ones();
    for (const MemoryAdvice advice : all_advice) advise(x, advice, place);
    advise(x, MemoryAdvice::read_mostly);
    launch(stream, kernel, cover(count), x, static_cast<int>(count));
    stream.synchronize();
    expect_sums(x);
  }
}

TEST_F(ManagedMemoryTest, PartsAreInsideTheRange) {
  const HostBuffer<int> x = ones();
  const ManagedRange all = x;
  EXPECT_EQ(all.data(), x.data());
  EXPECT_EQ(all.bytes(), count * sizeof(int));
  const ManagedRange part = all.part(4096, 8192);
  EXPECT_EQ(part.data(), x.data() + 1024);
  EXPECT_EQ(part.bytes(), 8192u);
  const Stream stream(device());
  prefetch(stream, part, device());
  prefetch(stream, all.part(all.bytes(), 0), device());
  stream.synchronize();
  const std::vector<std::pair<std::size_t, std::size_t>> outside{
      {all.bytes() + 1, 0}, {4, all.bytes()}, {1, SIZE_MAX}};
  for (const auto& place : outside) {
    const Error error = error_of([&] { (void)all.part(place.first, place.second); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), HasSubstr("is not inside"));
  }
}

TEST_F(ManagedMemoryTest, DeviceMemoryIsRefusedAndPinnedMemoryStays) {
  const Memory memory = Memory::device(device(), 64);
  const Error error = error_of([&] { advise(memory, MemoryAdvice::read_mostly); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("Memory::managed"));
  EXPECT_EQ(error_of([] { (void)ManagedRange(Memory()); }).code(), ErrorCode::invalid_handle);
  const auto pinned = HostBuffer<int>::pinned(device(), 16);
  EXPECT_FALSE(ManagedRange(pinned).is_migrating());
  advise(pinned, MemoryAdvice::preferred_at, MemoryPlace::host());
  prefetch(Stream(device()), pinned, device());
  EXPECT_EQ(error_of([&] { advise(pinned, MemoryAdvice(17)); }).code(),
            ErrorCode::invalid_argument);
}

TEST_F(ManagedMemoryTest, MemoryOfEachDeviceIsAPlace) {
  if (Device::count() < 2) GTEST_SKIP() << "needs two devices";
  const HostBuffer<int> x = ones();
  const Device far(1);
  if (!far.info().concurrent_managed_access) GTEST_SKIP() << "needs migrating memory on both";
  const Stream stream(far);
  advise(x, MemoryAdvice::accessed_from, far);
  prefetch(stream, x, far);
  stream.synchronize();
  EXPECT_EQ(x[count - 1], 1);
}

TEST(MemoryAdviceTest, EachAdviceHasAName) {
  for (const MemoryAdvice advice : all_advice) EXPECT_STRNE(name_of(advice), "unknown");
  EXPECT_STREQ(name_of(MemoryAdvice(17)), "unknown");
}

}  // namespace
}  // namespace duet::test
