// The shortest complete program: y += a * x on the first device. Copy it to begin with.

#include <cstdio>
#include <exception>
#include <vector>

#include <duet/duet.hpp>

// The kernel, in the language that all backends share. It is text: read it from a file, or put it
// together while the program runs.
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

  // Compile for this device, naming the instances of the template that are needed, and load.
  const duet::Code code =
      duet::compile({.name = "saxpy", .source = source, .kernels = {"saxpy<float>"}}, device);
  const duet::Kernel saxpy = duet::Module(device, code).kernel("saxpy<float>");

  // Everything given to a stream happens in order, and later than the call.
  const duet::Buffer<float> x(device, n);
  const duet::Buffer<float> y(device, n);
  duet::copy(stream, x, host_x);
  duet::copy(stream, y, host_y);
  duet::launch(stream, saxpy, duet::cover(n, 256), 2.0f, x, y, n);
  duet::copy(stream, host_y, y);
  stream.synchronize();  // host_y must not be read before this

  std::printf("%s: 2 * 3 + 1 = %g\n", device.info().name.c_str(),
              static_cast<double>(host_y.back()));
  return host_y.back() == 7.0f ? 0 : 1;
} catch (const std::exception& error) {
  // Every failure is a duet::Error; for a kernel that does not compile it has the compiler's log.
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
