#include <duet/registered_memory.hpp>

#include <sys/mman.h>

#include <utility>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

constexpr std::size_t count = 300'000;

class RegisteredMemoryTest : public DeviceTest {
 protected:
  static std::string refused(void* data, std::size_t bytes) {
    const Error error = error_of([&] { const RegisteredMemory made(device(), data, bytes); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
};

TEST_F(RegisteredMemoryTest, CopiesFromAndToItAreThoseOfTheMemory) {
  std::vector<int> host(count, 3);
  const RegisteredMemory registered(device(), host);
  EXPECT_EQ(registered.data(), host.data());
  EXPECT_EQ(registered.bytes(), count * sizeof(int));
  const Stream stream(device());
  const Buffer<int> x(device(), count);
  copy(stream, x, host);
  stream.launch_host_function([&] { host.assign(count, 0); });
  copy(stream, host, x);
  stream.synchronize();
  EXPECT_EQ(host, std::vector<int>(count, 3));
}

TEST_F(RegisteredMemoryTest, CopiesReadItWhenTheStreamReachesThem) {
  std::vector<int> host(count, 1);
  const RegisteredMemory registered(device(), host);
  const Stream stream(device());
  const Buffer<int> x(device(), count);
  const Fence fence(device());
  fence.wait(stream, 1);
  copy(stream, x, host);  // returns while the stream waits
  host.assign(count, 2);
  fence.signal(1);
  EXPECT_EQ(x.to_vector(stream), std::vector<int>(count, 2));
}

TEST_F(RegisteredMemoryTest, KernelsUseItWhereTheDeviceCan) {
  if (!device().info().registered_memory_access) GTEST_SKIP() << "needs registered_memory_access";
  std::vector<int> host(100, 5);
  const RegisteredMemory registered(device(), host);
  const Stream stream(device());
  const Kernel kernel =
      make_kernel(device(), "__global__ void more(int* x) { x[threadIdx.x] += 1; }", "more");
  launch(stream, kernel, {{1}, {100}}, static_cast<int*>(registered.data()));
  stream.synchronize();
  EXPECT_EQ(host, std::vector<int>(100, 6));
}

TEST_F(RegisteredMemoryTest, TheRegistrationMovesAndEndsOnce) {
  std::vector<char> host(10'000);
  RegisteredMemory first(device(), host);
  RegisteredMemory second = std::move(first);
  EXPECT_FALSE(first);  // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(second);
  first = std::move(second);
  EXPECT_EQ(first.data(), host.data());
  first = RegisteredMemory();
  const RegisteredMemory again(device(), host);
  EXPECT_EQ(again.bytes(), host.size());
}

TEST_F(RegisteredMemoryTest, MemoryIsRegisteredOnce) {
  std::vector<char> host(100'000);
  {
    const RegisteredMemory registered(device(), host);
    EXPECT_THAT(refused(host.data(), host.size()), HasSubstr("cannot be registered again"));
    EXPECT_THAT(refused(host.data() + 50'000, 100), HasSubstr("cannot be registered again"));
  }
  const RegisteredMemory registered(device(), host);
  const auto pinned = HostBuffer<char>::pinned(device(), 8192);
  EXPECT_THAT(refused(pinned.data(), 8192), HasSubstr("allocated pinned"));
}

TEST_F(RegisteredMemoryTest, MemoryMustExist) {
  char byte = 0;
  EXPECT_THAT(refused(nullptr, 4), HasSubstr("null"));
  EXPECT_THAT(refused(&byte, 0), HasSubstr("0 bytes"));
  constexpr std::size_t bytes = 1 << 16;
  void* const gone = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(gone, MAP_FAILED);
  munmap(gone, bytes);
  const Error error = error_of([&] { const RegisteredMemory made(device(), gone, bytes); });
  EXPECT_THAT(error.what(), HasSubstr("registering 65536 bytes"));
  EXPECT_FALSE(error.vendor_name().empty());
}

}  // namespace
}  // namespace duet::test
