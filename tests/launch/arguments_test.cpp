#include <array>
#include <cstring>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

struct Pair {
  double first;
  int second;
};

TEST(Arguments, OwnsCopiesInOrder) {
  Arguments arguments;
  {
    int number = 7;
    arguments.add(number).add(2.5).add(std::array<short, 3>{1, 2, 3}).add(Pair{1.5, 2});
    number = 8;
  }
  ASSERT_EQ(arguments.size(), 4u);
  EXPECT_EQ(arguments.bytes_of(0), sizeof(int));
  EXPECT_EQ(arguments.bytes_of(2), 3 * sizeof(short));
  EXPECT_EQ(arguments.bytes_of(3), sizeof(Pair));
  int number = 0;
  std::memcpy(&number, arguments.data_of(0), sizeof(number));
  EXPECT_EQ(number, 7);
  double real = 0;
  std::memcpy(&real, arguments.data_of(1), sizeof(real));
  EXPECT_EQ(real, 2.5);
}

TEST(Arguments, SpansAndNullArePassedAsAddresses) {
  int host = 0;
  Arguments arguments;
  arguments.add(DeviceSpan<int>(&host, 1)).add(nullptr).add(&host);
  ASSERT_EQ(arguments.size(), 3u);
  void* address = nullptr;
  std::memcpy(&address, arguments.data_of(0), sizeof(address));
  EXPECT_EQ(address, &host);
  std::memcpy(&address, arguments.data_of(1), sizeof(address));
  EXPECT_EQ(address, nullptr);
  EXPECT_EQ(arguments.bytes_of(2), sizeof(void*));
}

TEST(Arguments, ValuesAreAligned) {
  Arguments arguments;
  arguments.add('x').add(1.0).add('y').add(2LL);
  for (const std::size_t i : {std::size_t{1}, std::size_t{3}}) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arguments.data_of(i)) % 8, 0u) << i;
  }
}

TEST(Arguments, ClearEmptiesTheList) {
  Arguments arguments;
  arguments.add(1).clear();
  EXPECT_EQ(arguments.size(), 0u);
  EXPECT_EQ(arguments.add(2).bytes_of(0), sizeof(int));
}

TEST(Arguments, RefusesBytesWithoutSizeOrAlignment) {
  Arguments arguments;
  const int value = 1;
  for (const std::size_t alignment : {std::size_t{0}, std::size_t{3}, std::size_t{512}}) {
    EXPECT_EQ(error_of([&] { arguments.add_bytes(&value, sizeof(value), alignment); }).code(),
              ErrorCode::invalid_argument);
  }
  EXPECT_EQ(error_of([&] { arguments.add_bytes(&value, 0, 4); }).code(),
            ErrorCode::invalid_argument);
  EXPECT_EQ(error_of([&] { arguments.add_bytes(nullptr, 4, 4); }).code(),
            ErrorCode::invalid_argument);
  EXPECT_EQ(arguments.size(), 0u);
}

TEST(Arguments, AnEmptyBufferIsRefused) {
  Arguments arguments;
  const Buffer<int> empty;
  EXPECT_EQ(error_of([&] { arguments.add(empty); }).code(), ErrorCode::invalid_handle);
}

}  // namespace
}  // namespace duet::test
