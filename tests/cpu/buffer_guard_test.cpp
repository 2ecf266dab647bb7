// Accesses beyond the memory of an argument in the strict mode, and wrong releases. CPU backend
// only.

#include <cstdlib>
#include <new>

#include "failure_fixture.hpp"
#include "support/log_capture.hpp"
#include "support/sanitized.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class BufferGuardTest : public FailureTest {
 protected:
  void SetUp() override {
#ifdef DUET_SANITIZED
    GTEST_SKIP() << "the sanitizer reports faults itself";
#endif
    FailureTest::SetUp();
    set_strict_mode(true);
  }
  void TearDown() override {
    set_strict_mode(false);
    DeviceTest::TearDown();
  }

  /// The error of a kernel with two arrays, of which `y` has `count` elements.
  std::string message_of_access(const std::string& body, std::size_t count, unsigned threads) {
    const Kernel kernel = make_kernel(
        device(), "extern \"C\" __global__ void k(int* x, int* y, int n) {\n" + body + "\n}", "k");
    const Buffer<int> x(device(), 4096);
    const Buffer<int> y(device(), count);
    fill(stream_, x, 1);
    fill(stream_, y, 1);
    launch(stream_, kernel, cover(threads), x, y, static_cast<int>(count));
    const Error error = error_of([&] { stream_.synchronize(); });
    EXPECT_EQ(error.code(), ErrorCode::launch_failed);
    expect_kernels_to_run();
    return error.what();
  }
};

constexpr const char* unchecked = "y[blockIdx.x * blockDim.x + threadIdx.x] = 5;";

TEST_F(BufferGuardTest, AKernelThatForgetsToCompareWithTheNumberOfElements) {
  for (const std::size_t count : {1000u, 1u, 63u}) {
    const std::size_t bytes = count * sizeof(int);
    // Up to the alignment of the end, the argument is known.
    const auto aligned = static_cast<unsigned>((bytes + 255) / 256 * 64);
    const Kernel kernel =
        make_kernel(device(),
                    "extern \"C\" __global__ void k(int* x, int* y) {\n"
                    "  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= x[0]) y[i] = 5;\n}",
                    "k");
    const Buffer<int> x(device(), 1), y(device(), count);
    fill(stream_, x, static_cast<int>(count));
    launch(stream_, kernel, {.grid = {1}, .block = {aligned}}, x, y);
    EXPECT_THAT(error_of([&] { stream_.synchronize(); }).what(),
                HasSubstr("kernel 'k', strict mode: write to byte " + std::to_string(bytes) +
                          " of the memory of argument 1 (counting from 0), which has " +
                          std::to_string(bytes) + " bytes"));
    launch(stream_, kernel, {.grid = {1}, .block = {unsigned(count)}}, x, y);
    stream_.synchronize();  // the error is reported once
  }
}

TEST_F(BufferGuardTest, AnIndexBeforeTheBeginning) {
  EXPECT_THAT(message_of_access("if (threadIdx.x == 0) y[(int)threadIdx.x - 1] = 5;", 100, 64),
              HasSubstr("strict mode: write to byte -4 of the memory of argument 1 (counting from "
                        "0), which has 400 bytes"));
}

TEST_F(BufferGuardTest, WritesAndReadsBehindThePageAreFaults) {
  EXPECT_THAT(message_of_access(unchecked, 1000, 2048), HasSubstr("illegal address 0x"));
  EXPECT_THAT(message_of_access("if (threadIdx.x == 0) x[0] = y[n + 100];", 1000, 1),
              HasSubstr("illegal address 0x"));
  EXPECT_THAT(message_of_access("y[-(int)threadIdx.x - 513] = 5;", 1000, 64),
              HasSubstr("illegal address 0x"));
}

TEST_F(BufferGuardTest, CorrectKernelsRun) {
  const Kernel kernel = kernel_of("x[threadIdx.x] = 7;");
  for (const std::size_t count : {64u, 100u, 1024u, 5000u}) {
    const Buffer<int> x(device(), count);
    fill(stream_, x, 3);
    launch(stream_, kernel, {.grid = {1}, .block = {64}}, x);
    EXPECT_EQ(read(stream_, x)[63], 7);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(x.data()) % 256, 0u);
  }
}

TEST_F(BufferGuardTest, AWriteThatNoLaunchReportsIsLogged) {
  const LogCapture log;
  {
    const Buffer<int> x(device(), 3);
    set_strict_mode(false);  // which refuses the copy
    const std::vector<int> host{9};
    copy(stream_, DeviceSpan<int>(x.data() + 3, 1), host);
    stream_.synchronize();
  }
  EXPECT_THAT(log.lines(), testing::Contains(AllOf(HasSubstr("strict mode: memory of 12 bytes at"),
                                                   HasSubstr("outside of them, at byte 12"))));
}

using WrongFreeTest = DeviceTest;

TEST_F(WrongFreeTest, MemoryThatIsFreedTwiceOrIsNoneIsLogged) {
  const Stream stream(device());
  int own = 0;
  for (MemoryResource* const resource :
       {&device_resource(device()), &pinned_resource(device()), &driver_pool_resource(device())}) {
    const LogCapture log;
    const Allocation allocation = resource->allocate(stream, 100);
    resource->free(allocation);
    stream.synchronize();
    resource->free(allocation);
    resource->free({&own, sizeof(own), allocation.token});
    stream.synchronize();
    EXPECT_THAT(log.lines(), testing::Contains(HasSubstr("freeing memory failed")));
  }
  const Buffer<int> x(device(), 10);
  fill(stream, x, 3);
  EXPECT_THAT(read(stream, x), testing::Each(3));
}

}  // namespace
}  // namespace duet::test
