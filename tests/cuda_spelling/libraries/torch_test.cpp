// PyTorch's types and macros in kernels in CUDA's spelling.

#include <cmath>
#include <limits>

#include "cuda_spelling/spelling_program.hpp"

namespace duet::test {
namespace {

using testing::ElementsAre;

/// A view of a tensor that the host passes by value: the pointer, the sizes, the strides.
TEST(SpelledTorchTest, AccessorsIndexTensors) {
  run_spelled<int>(
      R"(
    #include <torch/extension.h>
    using at::PackedTensorAccessor64;
    template <typename T>
    C10_HOST_DEVICE T element(const torch::PackedTensorAccessor32<T, 3, torch::RestrictPtrTraits> x) {
      return x[1][0][2] + T(x.size(2));
    }
    struct Parts { const int* data; int sizes[3]; int strides[3]; };
    __global__ void k(int* out) {
      int values[12];
      for (int i = 0; i < 12; ++i) values[i] = 10 * i;
      const Parts parts{values, {2, 2, 3}, {6, 3, 1}};
      const auto& view = reinterpret_cast<const torch::PackedTensorAccessor32<int, 3, torch::RestrictPtrTraits>&>(parts);
      *out++ = element<int>(view);
      const int64_t size = 12, stride = 1;
      at::TensorAccessor<int, 1> row(values, &size, &stride);
      row[3] += 4;
      *out++ = values[3];
      *out++ = int(sizeof(PackedTensorAccessor64<float, 2>));
      *out++ = int(float(c10::Half(2.5f)) * 2 + float(at::BFloat16(1.0f)));
    })",
      1, 1, 4, [](const std::vector<int>& out) { EXPECT_THAT(out, ElementsAre(83, 34, 40, 6)); });
}

TEST(SpelledTorchTest, Macros) {
  run_spelled<int>(R"(
    #include <c10/macros/Macros.h>
    C10_HOST_DEVICE C10_ALWAYS_INLINE int twice(const int* C10_RESTRICT x) { return 2 * *x; }
    C10_LAUNCH_BOUNDS_2(C10_MAX_THREADS_PER_BLOCK(256), C10_MIN_BLOCKS_PER_SM(256, 2))
    __global__ void k(int* out) {
      CUDA_KERNEL_ASSERT(out != nullptr);
      CUDA_KERNEL_ASSERT_MSG(*out == 0, "zero");
      if (C10_UNLIKELY(*out == 0)) *out = 4;
      CUDA_KERNEL_ASSERT_PRINTF(*out == 4, "not 4 but %d", *out);
      *out = twice(out);
    })",
                   1, 1, 1, [](const std::vector<int>& out) { EXPECT_THAT(out, ElementsAre(8)); });
}

/// It has a member for its bits, and programs overload functions for it and for CUDA's.
TEST(SpelledTorchTest, Float16IsATypeOfItsOwn) {
  run_spelled<int>(R"(
    #include <torch/torch.h>
    template <typename T> struct Size { static constexpr int value = 1; };
    template <> struct Size<__half> { static constexpr int value = 2; };
    template <> struct Size<at::Half> { static constexpr int value = 3; };
    __device__ inline at::Half __shfl_down_sync(unsigned mask, at::Half x, unsigned delta) {
      return __shfl_down_sync(mask, x.operator __half(), delta);
    }
    __device__ inline float value(const c10::BFloat16& x) { return x.operator __nv_bfloat16(); }
    __global__ void k(int* out) {
      const at::Half one = __shfl_down_sync(0xffffffff, at::Half(1.0f), 1);
      *out++ = int(value(c10::BFloat16(6.0f)) + float(one));
      *out++ = one.x + Size<at::Half>::value;
      at::Half sum = one + one * 2;
      sum += min(one, sum);
      *out++ = int(sum) + (one < sum) + int(one + 1.5f);
      *out++ = int(std::numeric_limits<at::Half>::max()) +
               int(std::numeric_limits<at::BFloat16>::epsilon() * 128.0f);
      const at::Half four(4.0f);
      *out++ = int(sqrt(four) + exp(four) + abs(-four) + pow(four, 2.0f) + fmaxf(four, one) +
                   int(max(four, 0.1)) + (four > 3) + (four == 4.0f));
    })",
                   1, 32, 5, [](const std::vector<int>& out) {
                     EXPECT_THAT(out,
                                 ElementsAre(7, 0x3c03, 7, 65505, 2 + 54 + 4 + 16 + 4 + 4 + 2));
                   });
}

/// The value of an 8-bit float.
/// @param is_finite  "FNUZ": no infinity, and NaN in place of -0
double value_of(int bits, int mantissa, int bias, bool is_finite) {
  const int exponent = (bits & 0x7f) >> mantissa, fraction = bits & ((1 << mantissa) - 1);
  const double sign = (bits & 0x80) != 0 ? -1 : 1;
  if (is_finite && bits == 0x80) return std::numeric_limits<double>::quiet_NaN();
  if (!is_finite && mantissa == 3 && (bits & 0x7f) == 0x7f)
    return std::numeric_limits<double>::quiet_NaN();
  if (!is_finite && mantissa == 2 && exponent == 31)
    return fraction == 0 ? sign * HUGE_VAL : std::numeric_limits<double>::quiet_NaN();
  const double significand = fraction + (exponent == 0 ? 0 : 1 << mantissa);
  return sign * std::ldexp(significand, (exponent == 0 ? 1 : exponent) - bias - mantissa);
}

struct Float8Case {
  std::string type;
  int mantissa;
  int bias;
  bool is_finite;
  double epsilon;
  double max;
};

class SpelledTorchFloat8Test : public testing::TestWithParam<Float8Case> {};

/// Every number becomes its value, and its value becomes the number again.
TEST_P(SpelledTorchFloat8Test, ConvertsAndComputesAsFloat) {
  const Float8Case& format = GetParam();
  run_spelled<float>(
      including({"torch/types.h", "c10/util/" + format.type + ".h"}, "using F = c10::" +
                                                                         format.type + R"(;
    static_assert(sizeof(at::)" + format.type + R"() == 1 && alignof(F) == 1, "as in PyTorch");
    __global__ void k(float* out) {
      const F x(threadIdx.x, F::from_bits());
      const float value = x;
      out[threadIdx.x] = value;
      out[256 + threadIdx.x] = x.isnan() ? F(value).isnan() : F(value).x == x.x;
      if (threadIdx.x != 0) return;
      F sum = F(1.5f) + F(0.5f) * 2;
      sum -= F(0.25f);
      out[512] = sum;
      out[513] = std::numeric_limits<F>::epsilon();
      out[514] = std::numeric_limits<F>::max();
      out[515] = F(1e9f).isnan() || isinf(float(F(1e9f)));
    })"),
      1, 256, 516, [&](const std::vector<float>& out) {
        for (int i = 0; i < 256; ++i) {
          const double expected = value_of(i, format.mantissa, format.bias, format.is_finite);
          if (std::isnan(expected)) {
            EXPECT_TRUE(std::isnan(out[i])) << i;
          } else {
            EXPECT_EQ(out[i], expected) << i;
          }
          EXPECT_EQ(out[256 + i], 1) << i;
        }
        EXPECT_THAT(
            std::vector(out.begin() + 512, out.end()),
            ElementsAre(format.mantissa == 3 ? 2.25F : 2.0F, format.epsilon, format.max, 1));
      });
}

INSTANTIATE_TEST_SUITE_P(Formats, SpelledTorchFloat8Test,
                         testing::Values(Float8Case{"Float8_e4m3fn", 3, 7, false, 0.125, 448},
                                         Float8Case{"Float8_e5m2", 2, 15, false, 0.25, 57344},
                                         Float8Case{"Float8_e4m3fnuz", 3, 8, true, 0.125, 240},
                                         Float8Case{"Float8_e5m2fnuz", 2, 16, true, 0.25, 57344}),
                         [](const auto& one) { return one.param.type; });

}  // namespace
}  // namespace duet::test
