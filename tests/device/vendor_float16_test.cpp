#include <optional>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::ElementsAre;

/// CUDA's headers, and hiprtc's built-in header, define another `half` with operators.
class VendorFloat16Test : public testing::Test {
 protected:
  void SetUp() override {
    const std::string backend = backend_name();
    if (backend == "CPU" || compiler_description().find("hip_on_cuda") != std::string::npos) {
      GTEST_SKIP() << "this backend has no other half";
    }
    program.source = R"(
      #include <duet/device/float16_pair.hpp>
      __global__ void k(__half* x, duet::half* y) {
        y[0] = duet::bit_cast<duet::half>(x[0] + x[1]) * duet::half(2);
        x[0] = duet::bit_cast<__half>(fma(y[0], y[0], y[0]));
      })";
    if (backend == "CUDA") {
      program.source = "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n" + program.source;
      program.options.toolkit_headers = true;
    }
  }

  /// Returns nullopt if the vendor's headers are not installed.
  template <typename Target>
  std::optional<Code> compiled(const Target& target) {
    try {
      return compile(program, target);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::no_toolkit) throw;
      return std::nullopt;
    }
  }

  Program program{.name = "vendor", .kernels = {"k"}};
};

TEST_F(VendorFloat16Test, CompilesTogetherWithDuets) {
  if (!compiled(supported_architectures().back())) GTEST_SKIP() << "needs the toolkit's headers";
}

TEST_F(VendorFloat16Test, ComputesTogetherWithDuets) {
  if (Device::unavailable_reason()) GTEST_SKIP() << "needs a device";
  const Device device(0);
  const auto code = compiled(device);
  if (!code) GTEST_SKIP() << "needs the toolkit's headers";
  const Kernel kernel = Module(device, *code).kernel("k");
  const Stream stream(device);
  const Buffer<half> x(device, 2), y(device, 1);
  write(stream, x, std::vector<half>{1.5, 2});
  launch(stream, kernel, {{1}, {1}}, static_cast<void*>(x.data()), y);
  EXPECT_THAT(read(stream, y), ElementsAre(7));
  EXPECT_EQ(read(stream, x)[0], 56);
}

}  // namespace
}  // namespace duet::test
