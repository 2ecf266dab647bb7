// Kernels that nvcc compiled into the program. This test is built twice: with the CUDA runtime
// linked statically, and dynamically.

#include <duet/native.hpp>

#include "kernels.hpp"
#include "support/device_test.hpp"

namespace duet::test {
namespace {

using HostStubTest = DeviceTest;

void expect_kernels(const Kernel& scale, const Kernel& shift) {
  const Stream stream(Device(0));
  const Buffer<float> x(Device(0), std::vector<float>{1, 2});
  launch(stream, scale, {{1}, {2}}, x, 3.0f);
  EXPECT_THAT(read(stream, x), testing::ElementsAre(3, 6));
  const Buffer<int> y(Device(0), std::vector<int>{1, 2});
  launch(stream, shift, {{1}, {2}}, y, 5);
  EXPECT_THAT(read(stream, y), testing::ElementsAre(6, 7));
  EXPECT_THAT(scale.name(), testing::HasSubstr("scale"));
  const Error error = error_of([&] { launch(stream, scale, {{1}, {2}}, y, 3.0f); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << "the type of an argument";
  CommandEncoder encoder(stream, {.graphs = true});
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 4; ++i) encoder.launch(shift, {{1}, {2}}, y, 1);
    encoder.synchronize();
  }
  EXPECT_THAT(read(stream, y), testing::ElementsAre(18, 19));
}

TEST_F(HostStubTest, TheRuntimesQueryFindsKernels) {
  expect_kernels(kernel_from_host_stub(device(), scale_stub(), host_stub_query()),
                 kernel_from_host_stub(device(), shift_stub(), host_stub_query()));
}

TEST_F(HostStubTest, ARuntimeThatIsLinkedDynamicallyIsFound) {
#ifdef DUET_STATIC_RUNTIME
  const Error error = error_of([] { (void)kernel_from_host_stub(device(), scale_stub()); });
  EXPECT_EQ(error.code(), ErrorCode::not_supported);
  EXPECT_THAT(error.what(), testing::HasSubstr("pass &cudaGetFuncBySymbol"));
#else
  expect_kernels(kernel_from_host_stub(device(), scale_stub()),
                 kernel_from_host_stub(device(), shift_stub()));
#endif
}

TEST_F(HostStubTest, AFunctionOfTheHostIsNoKernel) {
  void (*const host)(int) = [](int) {};
  EXPECT_EQ(
      error_of([&] { (void)kernel_from_host_stub(device(), host, host_stub_query()); }).code(),
      ErrorCode::unknown_kernel);
}

}  // namespace
}  // namespace duet::test
