// The shortest complete program: computes y += a * x on the first device. Copy it to start your
// own.

#include <cstdio>
#include <exception>
#include <vector>

#include <duet/duet.hpp>

// The kernel source. All backends accept the same source. It is a string, so it may also come from
// a file or be generated while the program runs.
constexpr const char* source = R"(
  #include <duet/device/kernel.hpp>

  template <typename T>
  __global__ void saxpy(T a, const T* x, T* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
  })";

int main() try {
  constexpr int n = 1 << 20;
  const std::vector<float> host_x(n, 3.0f);
  std::vector<float> host_y(n, 1.0f);

  const duet::Device device(0);
  const duet::Stream stream(device);

  // Compile for this device and load the code. `kernels` names the template instances to compile.
  const duet::Code code =
      duet::compile({.name = "saxpy", .source = source, .kernels = {"saxpy<float>"}}, device);
  const duet::Kernel saxpy = duet::Module(device, code).kernel("saxpy<float>");

  // The calls with a stream return at once. The stream runs their work in order.
  const duet::Buffer<float> x(device, n);
  const duet::Buffer<float> y(device, n);
  duet::copy(stream, x, host_x);
  duet::copy(stream, y, host_y);
  duet::launch(stream, saxpy, duet::cover(n, 256), 2.0f, x, y, n);
  duet::copy(stream, host_y, y);
  stream.synchronize();  // wait: host_y has the result only now

  std::printf("%s: 2 * 3 + 1 = %g\n", device.info().name.c_str(),
              static_cast<double>(host_y.back()));
  return host_y.back() == 7.0f ? 0 : 1;
} catch (const std::exception& error) {
  // duet throws duet::Error. For a kernel that does not compile, what() contains the compiler's
  // log.
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
