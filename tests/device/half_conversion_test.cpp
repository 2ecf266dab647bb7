// Conversions of half and bfloat16, on the device and on the host.

#include <array>
#include <bit>
#include <limits>

#include "support/dump_annotation.hpp"
#include "support/element_run.hpp"
#include "support/float16_reference.hpp"
#include "support/mismatches.hpp"

namespace duet::test {
namespace {

template <typename T>
class HalfConversion : public DeviceTest {};
TYPED_TEST_SUITE(HalfConversion, Types16, Names16);

const std::string source = R"(
    #include <duet/device/bfloat16.hpp>
    #include <duet/device/half.hpp>
    template <typename From, typename To> __global__ void convert(unsigned n, const From* x, To* out) {
      const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) out[i] = To(x[i]);
    }
    struct Integers {
      bool b; signed char i8; unsigned char u8; short i16; unsigned short u16;
      int i32; unsigned u32; long long i64; unsigned long long u64;
    };
    template <typename T> __global__ void to_integers(unsigned n, const T* x, Integers* out) {
      const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      out[i] = {bool(x[i]), (signed char)x[i], (unsigned char)x[i], short(x[i]), (unsigned short)x[i],
                int(x[i]), unsigned(x[i]), (long long)x[i], (unsigned long long)x[i]};
    }
    template <typename T> struct FromIntegers { T i8, u8, i16, u16, i32, u32, i64, u64; };
    template <typename T>
    __global__ void from_integers(unsigned n, const long long* x, FromIntegers<T>* out) {
      const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      const long long y = x[i];
      out[i] = {T((signed char)y), T((unsigned char)y), T(short(y)), T((unsigned short)y),
                T(int(y)), T(unsigned(y)), T(y), T((unsigned long long)y)};
    })";

TYPED_TEST(HalfConversion, EveryNumberIsExactAsAFloatAndADouble) {
  using T = TypeParam;
  const std::string name = Reference16<T>::name;
  const std::string to_float = "convert<" + name + ", float>",
                    to_double = "convert<" + name + ", double>";
  const ElementKernels kernels(this->device(), source, {to_float, to_double});
  const auto numbers = all_numbers<T>();
  const auto floats = kernels.run<float>(to_float, numbers);
  const auto doubles = kernels.run<double>(to_double, numbers);
  Mismatches on_device("the value"), on_host("the host's value");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double value = decoded(numbers[i]);
    on_device.expect_same(floats[i], value, i);
    on_device.expect_same(doubles[i], value, i);
    on_host.expect_same(static_cast<float>(numbers[i]), value, i);
  }
}

template <typename Float>
std::vector<Float> neighbours(Float x) {
  constexpr auto infinity = std::numeric_limits<Float>::infinity();
  return {std::nextafter(x, -infinity), std::nextafter(x, infinity)};
}

/// Every number and the midpoint to the next one, with their neighbours, and random bits.
template <typename T, typename Float, typename Bits, typename Beside>
std::vector<Float> boundaries(const Beside& beside) {
  std::vector<Float> values;
  for (const T number : all_numbers<T>()) {
    const double value = decoded(number);
    values.push_back(static_cast<Float>(value));
    if (!std::isfinite(value)) continue;
    // After the largest number comes the first power of two out of range.
    double next = decoded(T::from_bits(static_cast<std::uint16_t>(number.bits() + 1)));
    if (std::isinf(next)) {
      next = std::copysign(std::ldexp(1.0, Reference16<T>::greatest_exponent + 1), value);
    }
    for (const auto centre : {static_cast<Float>(value), static_cast<Float>((value + next) / 2)}) {
      values.push_back(centre);
      for (const Float x : beside(centre)) values.push_back(x);
    }
  }
  using Limits = std::numeric_limits<Float>;
  for (const Float x : {Limits::max(), Limits::min(), Limits::denorm_min(), Limits::quiet_NaN()}) {
    values.insert(values.end(), {x, -x});
  }
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i)
    values.push_back(std::bit_cast<Float>(static_cast<Bits>(random())));
  return values;
}

template <typename T, typename Float>
void expect_rounded_once(const Device& device, const std::string& type,
                         const std::vector<Float>& inputs) {
  const std::string name = "convert<" + type + ", " + Reference16<T>::name + ">";
  const auto found = ElementKernels(device, source, {name}).run<T>(name, inputs);
  Mismatches on_device("the conversion"), on_host("the host's conversion");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const double expected = nearest<T>(static_cast<long double>(inputs[i]));
    on_device.expect_same(decoded(found[i]), expected, inputs[i]);
    on_host.expect_same(decoded(T(inputs[i])), expected, inputs[i]);
  }
}

TYPED_TEST(HalfConversion, FloatsAreRoundedToNearestEven) {
  expect_rounded_once<TypeParam>(this->device(), "float",
                                 boundaries<TypeParam, float, std::uint32_t>(neighbours<float>));
}

TYPED_TEST(HalfConversion, DoublesAreRoundedOnce) {
  // Numbers so near a midpoint that rounding to float moves them onto it.
  const auto beside = [](double x) {
    std::vector<double> values = neighbours(x);
    values.insert(values.end(), {x * (1 + 0x1p-30), x * (1 - 0x1p-26)});
    return values;
  };
  expect_rounded_once<TypeParam>(this->device(), "double",
                                 boundaries<TypeParam, double, std::uint64_t>(beside));
}

/// Powers of two, midpoints between numbers of 8 and of 11 significant bits, with their neighbours,
/// and random numbers of each size.
std::vector<long long> integers() {
  std::vector<long long> values{0};
  std::mt19937_64 random(2);
  for (int bit = 0; bit < 64; ++bit) {
    const std::uint64_t power = std::uint64_t{1} << bit;
    for (const std::uint64_t part :
         {std::uint64_t{0}, power >> 8, power >> 7, (power >> 7) + (power >> 8), power >> 11,
          (power >> 10) + (power >> 11), power - 1}) {
      for (const int beside : {0, 1, -1}) {
        const std::uint64_t x = power + part + static_cast<std::uint64_t>(beside);
        values.push_back(static_cast<long long>(x));
        values.push_back(static_cast<long long>(0 - x));
      }
    }
    for (int i = 0; i < 500; ++i) values.push_back(static_cast<long long>(random() >> bit));
  }
  return values;
}

TYPED_TEST(HalfConversion, IntegersAreRoundedOnce) {
  using T = TypeParam;
  struct FromIntegers {
    T i8, u8, i16, u16, i32, u32, i64, u64;
  };
  const std::string name = std::string("from_integers<") + Reference16<T>::name + ">";
  const auto inputs = integers();
  const auto found = ElementKernels(this->device(), source, {name}).run<FromIntegers>(name, inputs);
  Mismatches on_device("the conversion"), on_host("the host's conversion");
  const auto expect = [&](T number, auto x) {
    const double expected = nearest<T>(static_cast<long double>(x));
    on_device.expect_same(decoded(number), expected, x);
    on_host.expect_same(decoded(T(x)), expected, x);
  };
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const long long x = inputs[i];
    expect(found[i].i8, static_cast<std::int8_t>(x));
    expect(found[i].u8, static_cast<std::uint8_t>(x));
    expect(found[i].i16, static_cast<std::int16_t>(x));
    expect(found[i].u16, static_cast<std::uint16_t>(x));
    expect(found[i].i32, static_cast<std::int32_t>(x));
    expect(found[i].u32, static_cast<std::uint32_t>(x));
    expect(found[i].i64, x);
    expect(found[i].u64, static_cast<unsigned long long>(x));
  }
}

/// Truncates a number and clamps it to the range of the integer type.
template <typename Integer>
Integer saturated(double x) {
  using Limits = std::numeric_limits<Integer>;
  if (std::isnan(x)) return 0;
  const auto whole = std::trunc(static_cast<long double>(x));
  if (whole > static_cast<long double>(Limits::max())) return Limits::max();
  if (whole < static_cast<long double>(Limits::min())) return Limits::min();
  return static_cast<Integer>(whole);
}

TYPED_TEST(HalfConversion, EveryNumberBecomesTheNearestIntegerTowardZero) {
  struct Integers {
    bool b;
    std::int8_t i8;
    std::uint8_t u8;
    std::int16_t i16;
    std::uint16_t u16;
    std::int32_t i32;
    std::uint32_t u32;
    long long i64;
    unsigned long long u64;
  };
  const std::string name = std::string("to_integers<") + Reference16<TypeParam>::name + ">";
  const auto numbers = all_numbers<TypeParam>();
  const auto found = ElementKernels(this->device(), source, {name}).run<Integers>(name, numbers);
  DumpAnnotation(2).set_members(numbers.size(), &Integers::b, &Integers::i8, &Integers::u8,
                                &Integers::i16, &Integers::u16, &Integers::i32, &Integers::u32,
                                &Integers::i64, &Integers::u64);
  Mismatches mismatches("the conversion");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double value = decoded(numbers[i]);
    const auto expect = [&]<typename Integer>(Integer integer) {
      mismatches.expect_equal(integer, saturated<Integer>(value), value);
    };
    mismatches.expect_equal(found[i].b, value != 0, value);
    expect(found[i].i8);
    expect(found[i].u8);
    expect(found[i].i16);
    expect(found[i].u16);
    expect(found[i].i32);
    expect(found[i].u32);
    expect(found[i].i64);
    expect(found[i].u64);
  }
}

}  // namespace
}  // namespace duet::test
