#include <duet/native.hpp>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using NativeTest = DeviceTest;

TEST_F(NativeTest, StreamsAndEventsRoundTrip) {
  const Stream stream(device());
  const NativeStream handle = native(stream);
  ASSERT_NE(handle, nullptr);
  const StreamRef view = stream_from_native(device(), handle);
  EXPECT_EQ(view, stream.ref());

  const Event event(device());
  const EventRef event_view = event_from_native(device(), native(event));
  event_view.record(view);
  event.synchronize();
  EXPECT_TRUE(event_view.query());
}

TEST_F(NativeTest, TheDefaultStreamRunsKernels) {
  const StreamRef stream = stream_from_native(device(), nullptr);
  const Buffer<int> buffer(device(), 4);
  const Kernel kernel =
      make_kernel(device(), "__global__ void k(int* x) { x[threadIdx.x] = 7; }", "k");
  launch(stream, kernel, {{1}, {4}}, buffer);
  stream.synchronize();
  std::vector<int> host(4);
  copy(device(), host, buffer);
  EXPECT_THAT(host, testing::Each(7));
}

TEST_F(NativeTest, ModulesAndKernelsHaveNativeHandles) {
  const Code code =
      compile({.source = "extern \"C\" __global__ void k(int* x) { *x = 1; }"}, device());
  const Module module(device(), code);
  EXPECT_NE(native(module), nullptr);
  EXPECT_NE(native(module.kernel("k")), nullptr);
  EXPECT_EQ(native(module.kernel("k")), native(module.kernel("k")));
}

TEST_F(NativeTest, AReleasedHandleCanBeAdopted) {
  Stream stream(device());
  const NativeStream handle = native(stream);
  (void)stream.release();
  const Stream owner = Stream::adopt(stream_from_native(device(), handle));
  EXPECT_EQ(native(owner), handle);
  owner.synchronize();
}

TEST_F(NativeTest, DevicesShareOneContext) { EXPECT_EQ(native(Device(0)), native(device())); }

}  // namespace
}  // namespace duet::test
