// A program outside the source tree. Prints the backend and the number of devices, catches an error
// thrown inside the library, and runs kernels if there is a device.

#include <cstdio>
#include <string>
#include <vector>

#include <duet/duet.hpp>

#include "own_headers.hpp"
#include "parts/number.hpp"
#include "scale_kernels.hpp"

#ifdef OWN_FMT
namespace fmt::v99 {
int own_version();
}
#endif

namespace {

/// The project's own fmt and duet's are in one program.
bool has_own_fmt() {
#ifdef OWN_FMT
  return fmt::v99::own_version() == 99;
#else
  return true;
#endif
}

/// hiprtc 5.2.3 ends its process on this kernel. Other compilers may compile it.
bool survives_a_crash_of_the_compiler() {
  try {
    (void)duet::compile(
        {.name = "large",
         .source = "extern \"C\" __global__ void large(int* x) {\n"
                   "  volatile int a[1000000];\n"
                   "  for (int i = 0; i < 1000000; ++i) a[i] = x[i];\n"
                   "  for (int i = 0; i < 1000000; ++i) x[0] += a[x[i] % 1000000];\n"
                   "}\n"},
        "gfx600");
    std::puts("the compiler did not crash");
  } catch (const duet::CompileError& error) {
    std::printf("caught: %s\n", error.what());
  }
  return true;
}

bool throws_across_the_boundary() {
  try {
    const duet::Device device(duet::Device::count());
  } catch (const duet::Error& error) {
    return true;
  }
  return false;
}

bool runs_a_compiled_kernel() {
  const duet::Device device(0);
  const duet::Stream stream(device);
  const duet::Code code =
      duet::compile({.name = "twice",
                     .source = "#include <duet/device/kernel.hpp>\n"
                               "extern \"C\" __global__ void twice(float* x, int n) {\n"
                               "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                               "  if (i < n) x[i] *= 2;\n"
                               "}\n"},
                    device);
  const duet::Module module(device, code);
  std::vector<float> values{1, 2, 3};
  duet::Buffer<float> buffer(device, values.size());
  duet::copy(stream, buffer, values);
  duet::launch(stream, module.kernel("twice"), duet::cover(values.size()), buffer, 3);
  duet::copy(stream, values, buffer);
  stream.synchronize();
  return values == std::vector<float>{2, 4, 6};
}

bool has_embedded_kernels() {
  const duet::Prebuilt& kernels = scale_kernels();
  std::printf("%zu headers, %zu images\n", own_headers().size(), kernels.images.size());
  return own_headers().size() == 1 && own_headers()[0].name == "by.hpp" &&
         kernels.program.headers == own_headers() && kernels.program.kernels.size() == 1;
}

bool runs_a_prebuilt_kernel() {
  const duet::Device device(0);
  const duet::Stream stream(device);
  const duet::Module module = duet::load(device, scale_kernels());
  std::vector<float> values{1, 2, 3};
  duet::Buffer<float> buffer(device, values.size());
  duet::copy(stream, buffer, values);
  duet::launch(stream, module.kernel("scale<float>"), duet::cover(values.size()), buffer, 3);
  duet::copy(stream, values, buffer);
  stream.synchronize();
  // Without an image for the device, the kernel is compiled.
  duet::Prebuilt source_alone{scale_kernels().program, {}};
  (void)duet::load(device, source_alone).kernel("scale<float>");
  return values == std::vector<float>{3, 6, 9};
}

bool has_kernels_of_both_parts() {
  return first::number_program().source.find("= 1") != std::string::npos &&
         second::number_program().source.find("= 2") != std::string::npos;
}

int number_of(const duet::Module& module) {
  const duet::Stream stream(module.device());
  const duet::Buffer<int> x(module.device(), 1);
  duet::launch(stream, module.kernel("number"), {}, x);
  return x.to_vector(stream)[0];
}

/// The libraries have keys of their own if they are shared: they are told apart by their files.
bool has_keys_of_both_parts() {
  const duet::Device device(0);
#ifdef DUET_STATIC
  return number_of(first::number_by_key(device)) == 1;
#else
  return number_of(first::number_by_key(device)) == 1 &&
         number_of(second::number_by_key(device)) == 2 &&
         number_of(first::number_by_key(device)) == 1;
#endif
}

}  // namespace

int main() {
  const int devices = duet::Device::count();
  std::printf("backend %s, %d devices\n", duet::backend_name(), devices);
  if (!throws_across_the_boundary()) {
    std::puts("no error was caught for a device that does not exist");
    return 1;
  }
  if (!has_embedded_kernels()) {
    std::puts("the embedded headers or kernels are wrong");
    return 1;
  }
  if (!has_kernels_of_both_parts()) {
    std::puts("a library has the kernels of another one");
    return 1;
  }
  if (!has_own_fmt()) return 1;
  if (std::string(duet::backend_name()) == "HIP" && !survives_a_crash_of_the_compiler()) return 1;
  if (devices == 0) {
    std::printf("no kernel was run: %s\n", duet::Device::unavailable_reason()->what());
    return 0;
  }
  if (!runs_a_compiled_kernel() || !runs_a_prebuilt_kernel() || !has_keys_of_both_parts()) {
    std::puts("the result of a kernel is wrong");
    return 1;
  }
  std::puts("a kernel was run");
  return 0;
}
