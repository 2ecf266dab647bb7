#pragma once

#include "support/device_test.hpp"

namespace duet::test {

/// Kernels whose results show the order of their launches.
class StepTest : public DeviceTest {
 protected:
  /// `step(int* x, int factor, int n)`: x = x * factor + n, which depends on the order of launches.
  static const Kernel& step() {
    static const Kernel kernel = make_kernel(device(),
                                             "__global__ void step(int* x, int factor, int n) {\n"
                                             "  x[threadIdx.x] = x[threadIdx.x] * factor + n; }",
                                             "step");
    return kernel;
  }
  static const Kernel& add() {
    static const Kernel kernel =
        make_kernel(device(),
                    "__global__ void add(int* sum, const int* a, const int* b) {\n"
                    "  sum[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }",
                    "add");
    return kernel;
  }
  static LaunchShape one() { return {{1}, {32}}; }

  /// Compiles the kernels, since a capture cannot. Skips the test if the driver cannot capture.
  static void prepare_for_capture() {
    (void)step();
    (void)add();
    const Stream stream(device());
    try {
      const StreamCapture capture(stream);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::not_supported) throw;
      GTEST_SKIP() << error.what();
    }
  }
};

}  // namespace duet::test
