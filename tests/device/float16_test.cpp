// The host's half and bfloat16 in constant expressions, as arguments of kernels and in buffers.
// half_conversion_test.cpp tests their conversions together with those of kernels.

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

static_assert(half(1).bits() == 0x3c00 && half(-2.0f).bits() == 0xc000);
static_assert(half(65520).bits() == 0x7c00 && half(65519.99).bits() == 0x7bff);
static_assert(half::from_bits(0x7bff) == 65504 && half::from_bits(1) == 0x1p-24f);
static_assert(bfloat16(1).bits() == 0x3f80 && bfloat16(0x1.7fp3).bits() == 0x4140);
static_assert(bfloat16::from_bits(1) == 0x1p-133f && bfloat16(-0.0).bits() == 0x8000);
static_assert(std::is_trivially_copyable_v<half> &&
              std::is_trivially_default_constructible_v<half>);
static_assert(!std::is_constructible_v<half, long double> && std::is_convertible_v<int, half>);

using Float16Test = DeviceTest;

TEST_F(Float16Test, WorkAsArgumentsAndInBuffers) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/bfloat16.hpp>
    #include <duet/device/half.hpp>
    __global__ void k(duet::half* x, const duet::bfloat16* y, duet::half a, duet::bfloat16 b) {
      x[threadIdx.x] = x[threadIdx.x] * a + duet::half(y[threadIdx.x] + b);
    })",
                                    "k");
  const Buffer<half> x(device(), 3);
  const Buffer<bfloat16> y(device(), 3);
  write(stream, x, std::vector<half>{1, 2.5, -3});
  write(stream, y, std::vector<bfloat16>{0.5, 8, -12});
  launch(stream, kernel, {{1}, {3}}, x, y, half(2), bfloat16(0.25));
  EXPECT_THAT(read(stream, x), ElementsAre(2.75f, 13.25f, -17.75f));
  fill(stream, x, half(0.125));
  EXPECT_THAT(read(stream, x), testing::Each(half(0.125)));

  EXPECT_EQ(kernel.info().parameter_types,
            (std::vector<std::string>{"duet::half*", "duet::bfloat16 const*", "duet::half",
                                      "duet::bfloat16"}));
  const auto expect_refused = [&](const char* part, const auto&... arguments) {
    const Error error = error_of([&] { launch(stream, kernel, {{1}, {1}}, arguments...); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), HasSubstr(part));
  };
  const Buffer<float> floats(device(), 3);
  const Buffer<short> integers(device(), 3);
  expect_refused("argument 0", y, y, half(2), bfloat16(0));
  expect_refused("argument 1", x, x, half(2), bfloat16(0));
  expect_refused("argument 0", floats, y, half(2), bfloat16(0));
  expect_refused("argument 0", integers, y, half(2), bfloat16(0));
  expect_refused("a bfloat16", x, y, bfloat16(2), bfloat16(0));
  expect_refused("argument 2", x, y, 2.0f, bfloat16(0));
  expect_refused("argument 3", x, y, half(2), half(0));
}

}  // namespace
}  // namespace duet::test
