// Conversions of the 8-bit floating-point types. Expected values are computed by scaling and by the
// host's rounding to integers.

#include <cstdint>
#include <limits>
#include <random>

#include "support/element_run.hpp"
#include "support/float16_reference.hpp"
#include "support/mismatches.hpp"

namespace duet::test {
namespace {

/// Parameters of a format, as its specification states them.
struct Format8 {
  const char* name;
  int digits, least_exponent;
  double greatest;
  bool has_infinity;
  bool has_minus_zero;
};

class Float8Test : public DeviceTest, public testing::WithParamInterface<Format8> {
 protected:
  /// Whether bits mean NaN.
  bool is_nan(unsigned bits) const {
    if (!format.has_minus_zero) return bits == 0x80;
    return format.has_infinity ? (bits & 0x7f) > 0x7c : (bits & 0x7f) == 0x7f;
  }
  double decoded(unsigned bits) const {
    if (is_nan(bits)) return std::nan("");
    const double sign = bits >= 0x80 ? -1 : 1;
    if (format.has_infinity && (bits & 0x7f) == 0x7c) return sign * HUGE_VAL;
    const int fraction_bits = format.digits - 1;
    const int field = static_cast<int>(bits & 0x7f) >> fraction_bits;
    const int fraction = static_cast<int>(bits) & ((1 << fraction_bits) - 1);
    const int whole = field == 0 ? fraction : fraction + (1 << fraction_bits);
    return sign * std::ldexp(whole, std::max(field, 1) - 1 + format.least_exponent - fraction_bits);
  }
  /// The value of the nearest number.
  double nearest(long double x, bool saturates) const {
    if (std::isnan(x)) return std::nan("");
    const double overflow = saturates             ? format.greatest
                            : format.has_infinity ? HUGE_VAL
                                                  : std::nan("");
    if (std::isinf(x)) return static_cast<double>(std::copysign(overflow, x));
    const int exponent = x == 0 ? 0 : std::max(std::ilogb(x), format.least_exponent);
    const int last = exponent - (format.digits - 1);
    const auto value = static_cast<double>(std::ldexp(std::nearbyint(std::ldexp(x, -last)), last));
    if (std::fabs(value) > format.greatest) return std::copysign(overflow, value);
    return value == 0 && !format.has_minus_zero ? 0 : value;
  }
  /// Every number, every midpoint between two, and their neighbours; the first numbers out of
  /// range; special and random numbers.
  template <typename Float, typename Bits>
  std::vector<Float> boundaries() const {
    std::vector<Float> values;
    for (unsigned bits = 0; bits < 0x80; ++bits) {
      const double value = decoded(bits);
      if (!std::isfinite(value)) continue;
      const int exponent =
          std::max(value == 0 ? format.least_exponent : std::ilogb(value), format.least_exponent);
      const double half_step = std::ldexp(0.5, exponent - (format.digits - 1));
      for (const double centre : {value, value + half_step, value + 2 * half_step}) {
        const auto x = static_cast<Float>(centre);
        constexpr auto infinity = std::numeric_limits<Float>::infinity();
        for (const Float y : {x, std::nextafter(x, infinity), std::nextafter(x, -infinity)}) {
          values.insert(values.end(), {y, -y});
        }
        // For a double, so near that rounding to float moves it onto the centre.
        values.push_back(static_cast<Float>(centre * (1 + 0x1p-30)));
      }
    }
    using Limits = std::numeric_limits<Float>;
    for (const Float x : {Limits::max(), Limits::min(), Limits::denorm_min(), Limits::infinity(),
                          Limits::quiet_NaN()}) {
      values.insert(values.end(), {x, -x});
    }
    std::mt19937_64 random(1);
    for (int i = 0; i < 20000; ++i) {
      values.push_back(std::bit_cast<Float>(static_cast<Bits>(random())));
      values.push_back(static_cast<Float>(
          std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 44) - 84)));
    }
    return values;
  }

  Format8 format = GetParam();
};

struct Converted {
  std::uint8_t rounded, saturated;
};

const std::string source = R"(
    #include <duet/device/float8.hpp>
    struct Values { float f; double d; duet::half h; duet::bfloat16 b; int i; unsigned char u; bool t; };
    template <typename Number> __global__ void values(unsigned n, const unsigned char* x, Values* out) {
      const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      const Number y = Number::from_bits(x[i]);
      out[i] = {float(y), double(y), duet::half(y), duet::bfloat16(y), int(y), (unsigned char)y, bool(y)};
    }
    struct Converted { unsigned char rounded, saturated; };
    template <typename Number, typename From>
    __global__ void convert(unsigned n, const From* x, Converted* out) {
      const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) out[i] = {Number(x[i]).bits(), Number::saturated(x[i]).bits()};
    })";

TEST_P(Float8Test, EveryNumberHasItsValue) {
  struct Values {
    float f;
    double d;
    half h;
    bfloat16 b;
    int i;
    unsigned char u;
    bool t;
  };
  const std::string name = std::string("values<") + format.name + ">";
  std::vector<std::uint8_t> all(256);
  for (unsigned bits = 0; bits < all.size(); ++bits) all[bits] = static_cast<std::uint8_t>(bits);
  const auto found = ElementKernels(device(), source, {name}).run<Values>(name, all);
  Mismatches mismatches("the value");
  for (unsigned bits = 0; bits < all.size(); ++bits) {
    const double value = decoded(bits);
    mismatches.expect_same(found[bits].f, value, bits);
    mismatches.expect_same(found[bits].d, value, bits);
    mismatches.expect_same(test::decoded(found[bits].h), value, bits);
    mismatches.expect_same(test::decoded(found[bits].b), value, bits);
    mismatches.expect_equal(found[bits].t, value != 0, bits);
    if (std::isfinite(value)) {
      mismatches.expect_equal(found[bits].i, static_cast<int>(value), bits);
      mismatches.expect_equal<int>(found[bits].u, std::clamp(static_cast<int>(value), 0, 255),
                                   bits);
    }
  }
}

TEST_P(Float8Test, NumbersAreRoundedOnceAndSaturatedIfAsked) {
  const auto name = [&](const char* from) {
    return std::string("convert<") + format.name + ", " + from + ">";
  };
  const ElementKernels kernels(device(), source,
                               {name("float"), name("double"), name("duet::half"),
                                name("duet::bfloat16"), name("long long")});
  const auto expect = [&](const char* from, const auto& inputs, const auto& value_of) {
    Mismatches rounded(std::string("the number nearest to the ") + from),
        saturated(std::string("the saturated ") + from);
    const auto found = kernels.run<Converted>(name(from), inputs);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const long double x = value_of(inputs[i]);
      rounded.expect_same(decoded(found[i].rounded), nearest(x, false), x);
      saturated.expect_same(decoded(found[i].saturated), nearest(x, true), x);
    }
  };
  const auto itself = [](auto x) { return static_cast<long double>(x); };
  expect("float", boundaries<float, std::uint32_t>(), itself);
  expect("double", boundaries<double, std::uint64_t>(), itself);
  const auto decoded16 = [](auto x) { return static_cast<long double>(test::decoded(x)); };
  expect("duet::half", all_numbers<half>(), decoded16);
  expect("duet::bfloat16", all_numbers<bfloat16>(), decoded16);
  std::vector<long long> integers;
  for (long long i = -2000; i < 2000; ++i) {
    integers.insert(integers.end(), {i, i * 40, i << 40, (i << 53) + 1});
  }
  expect("long long", integers, itself);
}

INSTANTIATE_TEST_SUITE_P(
    Formats, Float8Test,
    testing::Values(Format8{"duet::float8_e4m3", 4, -6, 448, false, true},
                    Format8{"duet::float8_e5m2", 3, -14, 57344, true, true},
                    Format8{"duet::float8_e4m3_fnuz", 4, -7, 240, false, false},
                    Format8{"duet::float8_e5m2_fnuz", 3, -15, 57344, false, false}),
    [](const auto& format) { return std::string(format.param.name).substr(6); });

}  // namespace
}  // namespace duet::test
