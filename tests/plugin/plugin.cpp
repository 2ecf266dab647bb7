// A plugin that uses duet, whose threads and signal handlers stay.

#include <string>
#include <vector>

#include <duet/duet.hpp>

namespace {

constexpr int elements = 1000;

/// @returns whether the results are right
bool run() {
  const duet::Device device(0);
  const duet::Stream stream(device);
  const duet::Module module =
      duet::jit(device, {.name = "add_one.cu",
                         .source = "__global__ void add_one(int* x, int n) {"
                                   "  const int i = blockIdx.x * blockDim.x + threadIdx.x;"
                                   "  if (i < n) x[i] += 1;"
                                   "}",
                         .kernels = {"add_one"}});
  const duet::Buffer<int> x(device, std::vector<int>(elements, 1));
  duet::launch(stream, module.kernel("add_one"), duet::cover(elements), x, elements);
  return x.to_vector(stream) == std::vector<int>(elements, 2);
}

}  // namespace

/// Uses a device if there is one. @returns 1 if the results are right, 0 without a device, else -1
extern "C" [[gnu::visibility("default")]] int use_duet() noexcept try {
  if (duet::Device::count() == 0) return 0;
  return run() ? 1 : -1;
} catch (...) {
  return -1;
}
