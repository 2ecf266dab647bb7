// duet::limits of integers, float and double; half_test.cpp tests those of half and bfloat16.

#include <cmath>
#include <cstdint>
#include <limits>

#include "support/dump_annotation.hpp"
#include "support/element_run.hpp"

namespace duet::test {
namespace {

template <typename T>
struct Limits {
  T lowest, min, max, epsilon;
  std::int32_t digits;
  std::uint8_t is_integer, is_signed;
};

const std::string source = R"(
    #include <duet/device/limits.hpp>
    template <typename T> struct Limits {
      T lowest, min, max, epsilon;
      int digits;
      unsigned char is_integer, is_signed;
    };
    template <typename T> __global__ void k(unsigned n, const int*, Limits<T>* out) {
      if (threadIdx.x >= n) return;
      using Own = duet::limits<T>;
      constexpr T max = Own::max();
      *out = {Own::lowest(), Own::min(), max, Own::epsilon(), Own::digits, Own::is_integer,
              Own::is_signed};
    }
    struct Beyond { float infinity, nan; double wide_infinity, wide_nan; };
    __global__ void beyond(unsigned n, const int*, Beyond* out) {
      if (threadIdx.x >= n) return;
      using Narrow = duet::limits<float>;
      using Wide = duet::limits<double>;
      *out = {Narrow::infinity(), Narrow::quiet_nan(), Wide::infinity(), Wide::quiet_nan()};
    })";

class LimitsTest : public DeviceTest {
 protected:
  template <typename T>
  static void expect_limits(const ElementKernels& kernels, const std::string& type) {
    using Expected = std::numeric_limits<T>;
    const Limits<T> found = kernels.run<Limits<T>>("k<" + type + ">", std::vector<int>{0})[0];
    using Own = Limits<T>;
    DumpAnnotation(2).set_members(1, &Own::lowest, &Own::min, &Own::max, &Own::epsilon,
                                  &Own::digits, &Own::is_integer, &Own::is_signed);
    EXPECT_EQ(found.lowest, Expected::lowest()) << type;
    EXPECT_EQ(found.min, Expected::min()) << type;
    EXPECT_EQ(found.max, Expected::max()) << type;
    EXPECT_EQ(found.epsilon, Expected::epsilon()) << type;
    EXPECT_EQ(found.digits, Expected::digits) << type;
    EXPECT_EQ(found.is_integer, Expected::is_integer) << type;
    EXPECT_EQ(found.is_signed, Expected::is_signed) << type;
  }
};

TEST_F(LimitsTest, EqualThoseOfTheHost) {
  const ElementKernels kernels(
      device(), source,
      {"k<bool>", "k<char>", "k<signed char>", "k<unsigned char>", "k<short>", "k<unsigned short>",
       "k<int>", "k<unsigned>", "k<long>", "k<unsigned long>", "k<long long>",
       "k<unsigned long long>", "k<float>", "k<double>", "beyond"});
  expect_limits<bool>(kernels, "bool");
  expect_limits<char>(kernels, "char");
  expect_limits<signed char>(kernels, "signed char");
  expect_limits<unsigned char>(kernels, "unsigned char");
  expect_limits<short>(kernels, "short");
  expect_limits<unsigned short>(kernels, "unsigned short");
  expect_limits<int>(kernels, "int");
  expect_limits<unsigned>(kernels, "unsigned");
  expect_limits<long>(kernels, "long");
  expect_limits<unsigned long>(kernels, "unsigned long");
  expect_limits<long long>(kernels, "long long");
  expect_limits<unsigned long long>(kernels, "unsigned long long");
  expect_limits<float>(kernels, "float");
  expect_limits<double>(kernels, "double");
  struct Beyond {
    float infinity, nan;
    double wide_infinity, wide_nan;
  };
  const Beyond beyond = kernels.run<Beyond>("beyond", std::vector<int>{0})[0];
  DumpAnnotation(2).set_members(1, &Beyond::infinity, &Beyond::wide_infinity);
  EXPECT_EQ(beyond.infinity, HUGE_VALF);
  EXPECT_EQ(beyond.wide_infinity, HUGE_VAL);
  EXPECT_TRUE(std::isnan(beyond.nan) && std::isnan(beyond.wide_nan));
}

}  // namespace
}  // namespace duet::test
