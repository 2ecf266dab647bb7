// A module that the driver has loaded for other code. CUDA backend only.

#include <dlfcn.h>

#include <duet/native.hpp>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using AdoptedModuleTest = DeviceTest;

TEST_F(AdoptedModuleTest, AModuleOfTheDriverIsAdopted) {
  const Code code =
      compile({.source = "extern \"C\" __global__ void k(int* x) { *x = 7; }"}, device());
  make_current(device());
  void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  ASSERT_NE(library, nullptr);
  const auto load =
      reinterpret_cast<int (*)(void**, const void*)>(dlsym(library, "cuModuleLoadData"));
  void* handle = nullptr;
  ASSERT_EQ(load(&handle, code.bytes.data()), 0);
  const Module module = adopt_module(device(), static_cast<NativeModule>(handle), code.bytes);
  const Stream stream(device());
  const Buffer<int> x(device(), 1);
  launch(stream, module.kernel("k"), {{1}, {1}}, x);
  std::vector<int> host(1);
  copy(stream, host, x);
  stream.synchronize();
  EXPECT_EQ(host[0], 7);
}

}  // namespace
}  // namespace duet::test
