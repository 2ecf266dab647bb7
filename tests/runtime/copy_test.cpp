#include <array>
#include <complex>
#include <cstdint>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using CopyTest = DeviceTest;

TEST_F(CopyTest, CopiesInEveryDirection) {
  const Stream stream(device());
  const std::vector<float> host = ramp(1000);
  const Buffer<float> first(device(), host.size());
  const Buffer<float> second(device(), host.size());
  copy(stream, first, host);
  copy(stream, second, first);
  EXPECT_EQ(read(stream, second), host);
}

TEST_F(CopyTest, SynchronousCopiesAreFinishedOnReturn) {
  const std::vector<int> host{5, 6, 7};
  const Buffer<int> first(device(), 3);
  const Buffer<int> second(device(), 3);
  copy(device(), first, host);
  copy(device(), second, first);
  device().synchronize();
  std::array<int, 3> back{};
  copy(device(), back, second);
  EXPECT_THAT(back, testing::ElementsAre(5, 6, 7));
}

TEST_F(CopyTest, CopiesArraysOfC) {
  const Stream stream(device());
  const int host[3] = {5, 6, 7};
  const Buffer<int> buffer(device(), 3);
  copy(stream, buffer, host);
  int back[3] = {};
  copy(stream, back, buffer);
  stream.synchronize();
  EXPECT_THAT(back, testing::ElementsAre(5, 6, 7));
  int fewer[2] = {};
  EXPECT_EQ(error_of([&] { copy(stream, fewer, buffer); }).code(), ErrorCode::invalid_argument);
}

TEST_F(CopyTest, CopiesPartsOfABuffer) {
  const Stream stream(device());
  const Buffer<float> buffer(device(), 10);
  write(stream, buffer, ramp(10));
  copy(stream, buffer.subspan(0, 3), buffer.subspan(7, 3));
  EXPECT_THAT(read(stream, buffer), testing::ElementsAre(7, 8, 9, 3, 4, 5, 6, 7, 8, 9));
}

TEST_F(CopyTest, CopiesPinnedAndManagedMemory) {
  const Stream stream(device());
  for (auto make : {&HostBuffer<int>::pinned, &HostBuffer<int>::managed}) {
    auto source = make(device(), 64);
    auto target = make(device(), 64);
    for (std::size_t i = 0; i < 64; ++i) source[i] = static_cast<int>(i * i);
    const Buffer<int> buffer(device(), 64);
    copy(stream, buffer, source);
    copy(stream, target, buffer);
    stream.synchronize();
    EXPECT_THAT(target.host(), testing::ElementsAreArray(source.host()));
  }
}

TEST_F(CopyTest, IsOrderedWithHostFunctions) {
  const Stream stream(device());
  auto pinned = HostBuffer<int>::pinned(device(), 1);
  const Buffer<int> buffer(device(), 1);
  pinned[0] = 1;
  copy(stream, buffer, pinned);
  stream.launch_host_function([&] { pinned[0] = 2; });
  const Buffer<int> second(device(), 1);
  copy(stream, second, pinned);
  EXPECT_EQ(read(stream, buffer)[0], 1);
  EXPECT_EQ(read(stream, second)[0], 2);
}

TEST_F(CopyTest, DifferentSizesAreRefused) {
  const Stream stream(device());
  const Buffer<float> buffer(device(), 10);
  const Error error = error_of([&] {
    const std::vector<float> source = ramp(11);
    copy(stream, buffer, source);
  });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(),
              testing::HasSubstr("the source has 11 elements of 4 bytes, the destination 10"));
  EXPECT_EQ(error_of([&] { copy(device(), buffer, ramp(9)); }).code(), ErrorCode::invalid_argument);
}

TEST_F(CopyTest, EmptyRangesAreANoOp) {
  const Stream stream(device());
  copy(stream, Buffer<float>(device(), 0), std::span<const float>());
  stream.synchronize();
}

template <typename T>
void expect_fill(const Device& device, T value) {
  const Stream stream(device);
  for (const std::size_t count : {1U, 2U, 3U, 100U, 1023U}) {
    const Buffer<T> buffer(device, count);
    fill(stream, buffer, value);
    EXPECT_EQ(read(stream, buffer), std::vector<T>(count, value)) << sizeof(T) << " x " << count;
  }
}

TEST_F(CopyTest, FillsElementsOfEverySize) {
  expect_fill<std::uint8_t>(device(), 0xa5);
  expect_fill<std::uint16_t>(device(), 0x1234);
  expect_fill<std::uint32_t>(device(), 0x12345678);
  expect_fill<float>(device(), -2.5f);
  expect_fill<double>(device(), 0.0);
  expect_fill<double>(device(), 3.14159);
  expect_fill<std::int64_t>(device(), -1);
  expect_fill<std::complex<double>>(device(), {1.0, -2.0});
  expect_fill<std::array<std::uint8_t, 3>>(device(), {1, 2, 3});
  expect_fill<std::array<std::uint16_t, 3>>(device(), {1, 2, 3});
  expect_fill<std::array<std::uint8_t, 3>>(device(), {7, 7, 7});
}

TEST_F(CopyTest, FillStaysInsideItsRange) {
  const Stream stream(device());
  const Buffer<double> buffer(device(), 10);
  fill(stream, buffer, 1.0);
  fill(stream, buffer.subspan(2, 5), 2.25);
  fill(stream, buffer.subspan(9, 0), 9.0);
  EXPECT_THAT(read(stream, buffer),
              testing::ElementsAre(1, 1, 2.25, 2.25, 2.25, 2.25, 2.25, 1, 1, 1));
}

}  // namespace
}  // namespace duet::test
