#pragma once

#include "../support/device_test.hpp"

namespace duet::test {

/// Runs kernels that fail.
class FailureTest : public DeviceTest {
 protected:
  /// Compiles a kernel `k(int* x)` in a program "bad.cu". The body begins in line 4.
  static Kernel kernel_of(const std::string& body, const std::string& before = "") {
    const std::string source = "#include <duet/device/kernel.hpp>\n" + before +
                               "\nextern \"C\" __global__ void k(int* x) {\n" + body + "\n}";
    return Module(device(), compile({.name = "bad.cu", .source = source}, device())).kernel("k");
  }

  /// Launches the kernel and returns the message of its error. Checks that other kernels still run.
  std::string message_of(const Kernel& kernel, const LaunchShape& shape = {{1}, {64}}) {
    const Buffer<int> x(device(), 4096);
    fill(stream_, x, 0);
    launch(stream_, kernel, shape, x);
    const Error error = error_of([&] { stream_.synchronize(); });
    EXPECT_EQ(error.code(), ErrorCode::launch_failed);
    EXPECT_THAT(error.what(), testing::HasSubstr("kernel 'k'"));
    stream_.synchronize();  // the error is reported only once
    expect_kernels_to_run();
    return error.what();
  }
  std::string message_of(const std::string& body, const LaunchShape& shape = {{1}, {64}}) {
    return message_of(kernel_of(body), shape);
  }

  void expect_kernels_to_run() {
    static const Kernel waiting = make_kernel(device(), R"(
      #include <duet/device/kernel.hpp>
      __global__ void k(int* x) {
        __shared__ int values[256];
        values[threadIdx.x] = duet::shuffle_xor(int(threadIdx.x), 1);
        duet::barrier();
        x[blockIdx.x * 256 + threadIdx.x] = values[threadIdx.x ^ 1];
      })",
                                              "k");
    static const Kernel plain = make_kernel(
        device(), "__global__ void k(int* x) { x[blockIdx.x * 256 + threadIdx.x] += 1; }", "k");
    const Buffer<int> x(device(), 1024);
    launch(stream_, waiting, {{4}, {256}}, x);
    launch(stream_, plain, {{4}, {256}}, x);
    const std::vector<int> result = read(stream_, x);
    for (int i = 0; i < 1024; ++i) ASSERT_EQ(result[static_cast<std::size_t>(i)], i % 256 + 1);
  }

  Stream stream_{device()};
};

}  // namespace duet::test
