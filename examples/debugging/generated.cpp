// Used by docs/debugging_kernels.md: a kernel whose source exists only in memory.
//   generated [N]    scales the first N of 64 elements; an N over 64 is an error to debug

#include <duet/duet.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  try {
    const int count = argc > 1 ? std::atoi(argv[1]) : 64;
    const std::string factor = "3";
    const duet::Device device(0);
    const duet::Stream stream(device);
    const duet::Module module(device, duet::compile({.name = "scale.cu",
                                                     .source = R"(
__global__ void scale(int* x, int count) {
  int i = threadIdx.x;
  if (i < count) x[i] *= )" + factor + R"(;
})",
                                                     .kernels = {"scale"},
                                                     .options = {.debug = true}},
                                                    device));
    const duet::Buffer<int> x(device, 64);
    std::vector<int> host(x.size(), 2);
    duet::copy(stream, x, host);
    duet::launch(stream, module.kernel("scale"), {.grid = {1}, .block = {128}}, x, count);
    duet::copy(stream, host, x);
    stream.synchronize();
    std::printf("x[5] is %d\n", host[5]);
  } catch (const duet::Error& error) {
    std::fprintf(stderr, "generated: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
