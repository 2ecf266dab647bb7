#include <functional>
#include <thread>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using WrongThread = DeviceTest;

TEST_F(WrongThread, AnEncoderIsUsableByOneThreadAtATime) {
  const Stream stream(device());
  try {
    const StreamCapture probe(stream);
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  const Kernel kernel = make_kernel(device(), "__global__ void k(int) {}", "k");
  CommandEncoder encoder(stream);
  const auto expect_refusal = [&](const std::function<void()>& action) {
    std::string message;
    encoder.capture(
        [&](StreamRef) { std::jthread other([&] { message = error_of(action).what(); }); });
    EXPECT_THAT(message, testing::HasSubstr("two threads use one CommandEncoder"));
  };
  const auto launch = [&] { encoder.launch(kernel, {{1}, {1}}, 1); };
  launch();
  encoder.commit();
  expect_refusal(launch);  // as in the batch before
  expect_refusal([&] { encoder.launch_host_function([] {}); });
  encoder.synchronize();
}

// Ends the process: the exception leaves a host function.
TEST_F(WrongThread, WaitingInAHostFunctionEndsTheProcessWithAMessage) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        const Stream stream(device());
        stream.launch_host_function([&] { stream.synchronize(); });
        stream.synchronize();
      },
      "would wait for itself; host functions must not call duet");
}

}  // namespace
}  // namespace duet::test
