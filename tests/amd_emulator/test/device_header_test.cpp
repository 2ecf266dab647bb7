// duet's device headers in AMD's machine code: what the compiler or AMD's libraries got wrong.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "test/emulated_kernels.hpp"

namespace amd_emulator::test {
namespace {

constexpr const char* shuffle_source = R"(
  #include <duet/device/wave.hpp>

  struct Three { int a, b, c; };

  extern "C" __global__ void shuffles(const int* source, int* y) {
    const int i = threadIdx.x;
    const Three own{i, i + 1000, i + 2000};
    const Three other = duet::shuffle(own, source[i]);
    y[3 * i] = other.a; y[3 * i + 1] = other.b; y[3 * i + 2] = other.c;
  }
)";

constexpr const char* source = R"(
  #include <duet/device/math.hpp>
  #include <duet/device/wave.hpp>

  extern "C" __global__ void square_roots(int n, const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = duet::sqrt(x[i]);
  }
  extern "C" __global__ void gammas(int n, const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = duet::tgamma(x[i]);
  }
  extern "C" __global__ void exponentials(int n, const double* x, double* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = duet::expm1(x[i]);
  }
  extern "C" __global__ void matches(const int* x, unsigned long long* mask, int* y) {
    const int value = x[threadIdx.x];
    mask[threadIdx.x] = duet::match_any(value);
    y[threadIdx.x] = value * 3;
  }
)";

class DeviceHeaderTest : public testing::TestWithParam<Machine> {
 protected:
  EmulatedKernels& kernels() {
    static std::map<std::string, std::unique_ptr<EmulatedKernels>> made;
    auto& entry = made[name_of(GetParam())];
    if (!entry)
      entry = std::make_unique<EmulatedKernels>(GetParam(), std::string(source) + shuffle_source);
    return *entry;
  }

  template <typename T>
  std::vector<T> apply(const std::string& kernel, std::vector<T> x) {
    std::vector<T> y(x.size());
    const auto blocks = static_cast<u32>((x.size() + 255) / 256);
    kernels().run(kernel, {blocks, 1, 1}, {256, 1, 1},
                  {x.size(), kernels().address(x), kernels().address(y)});
    return y;
  }
};

INSTANTIATE_TEST_SUITE_P(, DeviceHeaderTest, testing::ValuesIn(machines_of_hiprtc()),
                         [](const auto& instance) { return name_of(instance.param); });

/// The distance in units in the last place of the expected value's type.
template <typename T>
long double units(T found, long double exact) {
  const T expected = static_cast<T>(exact);
  if (std::isnan(expected) || std::isinf(expected) || expected == 0)
    return found == expected || (std::isnan(found) && std::isnan(expected)) ? 0 : HUGE_VALL;
  const T magnitude = std::fabs(expected);
  const long double unit = std::nextafter(magnitude, std::numeric_limits<T>::infinity()) -
                           static_cast<long double>(magnitude);
  return std::fabs(found - exact) / unit;
}

TEST_P(DeviceHeaderTest, SquareRootsOfSubnormalNumbersAreNotFlushed) {
  std::vector<float> x{0.0F, -0.0F, -1e-45F, -1e-38F, -1.0F, 4.0F, INFINITY, NAN, 1e-45F};
  for (u32 bits = 1; bits < 0x7f800000; bits += 99'991) x.push_back(std::bit_cast<float>(bits));
  const auto y = apply("square_roots", x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_LE(units(y[i], std::sqrt(static_cast<long double>(x[i]))), 1.5L) << x[i] << ": " << y[i];
    ASSERT_EQ(std::signbit(y[i]), std::isnan(y[i]) ? std::signbit(y[i]) : std::signbit(x[i]));
  }
}

TEST_P(DeviceHeaderTest, TheGammaFunctionIsRightBelowZero) {
  std::vector<float> x;
  for (float value = -42.03F; value < 35; value += 0.0373F) x.push_back(value);
  const auto y = apply("gammas", x);
  for (std::size_t i = 0; i < x.size(); ++i)
    ASSERT_LE(units(y[i], std::tgamma(static_cast<long double>(x[i]))), 8.5L)
        << x[i] << ": " << y[i];
}

TEST_P(DeviceHeaderTest, ExponentialsMinusOneAreWithinTheirBound) {
  std::vector<double> x{0.0, -0.0, 5e-324, -1e-300, 0.5, -0.5};
  for (double value = -0.7; value < 0.7; value += 0.00003) x.push_back(value);
  const auto y = apply("exponentials", x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_LE(units(y[i], std::expm1(static_cast<long double>(x[i]))), 1.5L)
        << x[i] << ": " << y[i];
    ASSERT_EQ(std::signbit(y[i]), std::signbit(x[i])) << x[i];
  }
}

void check_shuffles(EmulatedKernels& kernels, unsigned lanes) {
  std::vector<int> from(lanes);
  std::vector<int> y(std::size_t{3} * lanes);
  for (unsigned i = 0; i < lanes; ++i) from[i] = static_cast<int>((i * 29 + 11) % lanes);
  kernels.run("shuffles", {1, 1, 1}, {lanes, 1, 1}, {kernels.address(from), kernels.address(y)});
  for (unsigned i = 0; i < lanes; ++i) {
    for (int word = 0; word < 3; ++word) {
      ASSERT_EQ(y[3 * i + static_cast<unsigned>(word)], from[i] + 1000 * word) << i;
    }
  }
}

TEST_P(DeviceHeaderTest, ShufflesMoveEachWordFromItsSource) {
  check_shuffles(kernels(), GetParam().lanes);
}

/// The compiler then keeps variables in memory, and loads those of active lanes only.
TEST(UnoptimisedShuffleTest, WordsOfLanesAreThereUntilAllHaveReadThem) {
  const Machine machine{"gfx1030", 64};
  EmulatedKernels kernels(machine, shuffle_source, "-O0");
  check_shuffles(kernels, machine.lanes);
}

TEST_P(DeviceHeaderTest, LanesKeepTheirValueAfterAMatch) {
  const unsigned lanes = GetParam().lanes;
  std::vector<int> x(lanes);
  std::vector<int> y(lanes);
  std::vector<u64> mask(lanes);
  std::map<int, u64> expected;
  for (unsigned i = 0; i < lanes; ++i) {
    x[i] = static_cast<int>(i * i % 7);
    expected[x[i]] |= u64{1} << i;
  }
  kernels().run("matches", {1, 1, 1}, {lanes, 1, 1},
                {kernels().address(x), kernels().address(mask), kernels().address(y)});
  for (unsigned i = 0; i < lanes; ++i) {
    ASSERT_EQ(y[i], 3 * x[i]) << i;
    ASSERT_EQ(mask[i], expected[x[i]]) << i;
  }
}

}  // namespace
}  // namespace amd_emulator::test
