// duet::cast between every pair of types, compared with a reference in long double.

#include <bit>
#include <complex>
#include <cstdint>
#include <limits>
#include <span>

#include "support/dump_annotation.hpp"
#include "support/element_run.hpp"
#include "support/float16_reference.hpp"
#include "support/mismatches.hpp"

namespace duet::test {
namespace {

template <typename T>
constexpr bool is_complex = false;
template <typename T>
constexpr bool is_complex<std::complex<T>> = true;
template <typename T>
constexpr bool is_float16 = std::is_same_v<T, half> || std::is_same_v<T, bfloat16>;

/// The results of all casts of one number.
struct Casts {
  std::complex<double> c128;
  double f64;
  long long i64;
  unsigned long long u64;
  std::complex<float> c64;
  float f32;
  std::int32_t i32;
  std::uint32_t u32;
  half f16;
  bfloat16 bf16;
  std::int16_t i16;
  std::uint16_t u16;
  std::int8_t i8;
  std::uint8_t u8;
  bool boolean;
};

const std::string source = R"(
    #include <duet/device/cast.hpp>
    struct Casts {
      duet::complex<double> c128; double f64; long long i64; unsigned long long u64;
      duet::complex<float> c64; float f32; int i32; unsigned u32; duet::half f16;
      duet::bfloat16 bf16; short i16; unsigned short u16; signed char i8; unsigned char u8;
      bool boolean;
    };
    template <typename From> __global__ void casts(unsigned n, const From* x, Casts* out) {
      const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      const From y = x[i];
      Casts& to = out[i];
      to.c128 = duet::cast<duet::complex<double>>(y);
      to.f64 = duet::cast<double>(y);
      to.i64 = duet::cast<long long>(y);
      to.u64 = duet::cast<unsigned long long>(y);
      to.c64 = duet::cast<duet::complex<float>>(y);
      to.f32 = duet::cast<float>(y);
      to.i32 = duet::cast<int>(y);
      to.u32 = duet::cast<unsigned>(y);
      to.f16 = duet::cast<duet::half>(y);
      to.bf16 = duet::cast<duet::bfloat16>(y);
      to.i16 = duet::cast<short>(y);
      to.u16 = duet::cast<unsigned short>(y);
      to.i8 = duet::cast<signed char>(y);
      to.u8 = duet::cast<unsigned char>(y);
      to.boolean = duet::cast<bool>(y);
    })";

/// The exact real part of a number.
template <typename T>
long double real_part(T x) {
  if constexpr (is_complex<T>) {
    return x.real();
  } else if constexpr (is_float16<T>) {
    return decoded(x);
  } else {
    return static_cast<long double>(x);
  }
}

template <typename To, typename From>
To expected(From from) {
  const long double value = real_part(from);
  if constexpr (is_complex<To>) {
    using Part = typename To::value_type;
    if constexpr (is_complex<From>) {
      return {static_cast<Part>(from.real()), static_cast<Part>(from.imag())};
    } else {
      return {expected<Part>(from), 0};
    }
  } else if constexpr (std::is_same_v<To, bool>) {
    if constexpr (is_complex<From>) return from.real() != 0 || from.imag() != 0;
    return value != 0;
  } else if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
    return static_cast<To>(from);
  } else if constexpr (std::is_integral_v<To>) {
    if (std::isnan(value)) return 0;
    const long double whole = std::trunc(value);
    if (whole >= static_cast<long double>(std::numeric_limits<To>::max())) {
      return std::numeric_limits<To>::max();
    }
    if (whole <= static_cast<long double>(std::numeric_limits<To>::min())) {
      return std::numeric_limits<To>::min();
    }
    return static_cast<To>(whole);
  } else if constexpr (is_float16<To>) {
    return To(nearest<To>(value));
  } else {
    return static_cast<To>(value);
  }
}

template <typename T>
bool is_nan(T x) {
  if constexpr (is_complex<T>) return std::isnan(x.real()) || std::isnan(x.imag());
  if constexpr (is_float16<T>) return std::isnan(decoded(x));
  if constexpr (std::is_floating_point_v<T>) return std::isnan(x);
  return false;
}

/// Annotates the dump: the bytes of the members count, except those of NaN and of padding.
class CountedBytes {
 public:
  explicit CountedBytes(std::span<const Casts> found)
      : begin_(reinterpret_cast<const std::byte*>(found.data())),
        allowed_(annotation_.is_dumped() ? found.size_bytes() : 0, 255) {}
  CountedBytes(const CountedBytes&) = delete;
  CountedBytes& operator=(const CountedBytes&) = delete;
  ~CountedBytes() {
    annotation_.set_type("u8");
    annotation_.set_allowed(allowed_);
  }

  template <typename T>
  void add(const T& member) {
    if (!annotation_.is_dumped() || is_nan(member)) return;
    std::fill_n(allowed_.begin() + (reinterpret_cast<const std::byte*>(&member) - begin_),
                sizeof(T), 0.0);
  }

 private:
  DumpAnnotation annotation_{2};
  const std::byte* begin_;
  std::vector<double> allowed_;
};

template <typename To, typename From>
void expect_cast(Mismatches& mismatches, CountedBytes& counted, const char* type, const To& found,
                 From from) {
  counted.add(found);
  const To right = expected<To>(from);
  const auto input = static_cast<double>(real_part(from));
  if constexpr (is_complex<To>) {
    mismatches.expect_same(found.real(), right.real(), type, input);
    mismatches.expect_same(found.imag(), right.imag(), type, input);
  } else if constexpr (is_float16<To>) {
    mismatches.expect_same(decoded(found), decoded(right), type, input);
  } else if constexpr (std::is_floating_point_v<To>) {
    mismatches.expect_same(found, right, type, input);
  } else {
    mismatches.expect_equal(found, right, type, input);
  }
}

/// Small numbers, the ends of every type and their neighbours, and random numbers of every size.
template <typename Integer>
std::vector<Integer> integers() {
  std::vector<Integer> numbers;
  std::mt19937_64 random(4);
  for (int bit = 0; bit < 64; ++bit) {
    const std::uint64_t power = std::uint64_t{1} << bit;
    for (const std::uint64_t x :
         {power, power + (power >> 8), power + (power >> 11), random() >> bit}) {
      for (const int beside : {-1, 0, 1}) {
        const std::uint64_t number = x + static_cast<std::uint64_t>(beside);
        numbers.push_back(static_cast<Integer>(number));
        numbers.push_back(static_cast<Integer>(0 - number));
      }
    }
  }
  return numbers;
}

/// The same for floating-point numbers, with fractions, infinities, NaN and subnormal numbers.
template <typename Float>
std::vector<Float> reals() {
  using Limits = std::numeric_limits<Float>;
  std::vector<Float> numbers;
  const auto add = [&](Float x) {
    numbers.insert(numbers.end(), {x, -x, std::nextafter(x, Float{0}), -std::nextafter(x, Float{0}),
                                   std::nextafter(x, Limits::infinity())});
  };
  for (const long long x : integers<long long>()) {
    add(static_cast<Float>(x));
    add(static_cast<Float>(x) + Float{0.5});
  }
  for (const double x : {0.0, 0.25, 0.5, 0.75, 65504.0, 65519.0, 65520.0, 3.3895e38, 3.39e38,
                         0x1p-14, 0x1p-24, 0x1p-25, 0x1p-126, 0x1p-133}) {
    add(static_cast<Float>(x));
  }
  for (const Float x : {Limits::max(), Limits::infinity(), Limits::quiet_NaN(), Limits::min(),
                        Limits::denorm_min()}) {
    add(x);
  }
  return numbers;
}

/// Complex numbers made of these numbers, and some with zeros.
template <typename Float>
std::vector<std::complex<Float>> complex_numbers() {
  const auto parts = reals<Float>();
  std::vector<std::complex<Float>> numbers{{0, 1}, {0, 0}, {-Float{0}, 0}, {1, 0}};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    numbers.emplace_back(parts[i], parts[i * 7 % parts.size()]);
  }
  return numbers;
}

template <typename From>
void expect_casts(const ElementKernels& kernels, const std::string& type,
                  const std::vector<From>& numbers) {
  const auto found = kernels.run<Casts>("casts<" + type + ">", numbers);
  CountedBytes counted(found);
  Mismatches mismatches("cast from " + type);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Casts& to = found[i];
    const From x = numbers[i];
    expect_cast(mismatches, counted, "to complex<double>", to.c128, x);
    expect_cast(mismatches, counted, "to double", to.f64, x);
    expect_cast(mismatches, counted, "to int64", to.i64, x);
    expect_cast(mismatches, counted, "to uint64", to.u64, x);
    expect_cast(mismatches, counted, "to complex<float>", to.c64, x);
    expect_cast(mismatches, counted, "to float", to.f32, x);
    expect_cast(mismatches, counted, "to int32", to.i32, x);
    expect_cast(mismatches, counted, "to uint32", to.u32, x);
    expect_cast(mismatches, counted, "to half", to.f16, x);
    expect_cast(mismatches, counted, "to bfloat16", to.bf16, x);
    expect_cast(mismatches, counted, "to int16", to.i16, x);
    expect_cast(mismatches, counted, "to uint16", to.u16, x);
    expect_cast(mismatches, counted, "to int8", to.i8, x);
    expect_cast(mismatches, counted, "to uint8", to.u8, x);
    expect_cast(mismatches, counted, "to bool", to.boolean, x);
  }
}

using CastTest = DeviceTest;

TEST_F(CastTest, EveryPairOfTypesMatchesTheReference) {
  std::vector<std::string> names;
  for (const char* type :
       {"bool", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
        "long long", "unsigned long long", "duet::half", "duet::bfloat16", "float", "double",
        "duet::complex<float>", "duet::complex<double>"}) {
    names.push_back(std::string("casts<") + type + ">");
  }
  const ElementKernels kernels(device(), source, names);
  expect_casts(kernels, "bool", std::vector<std::uint8_t>{0, 1});
  expect_casts(kernels, "signed char", integers<std::int8_t>());
  expect_casts(kernels, "unsigned char", integers<std::uint8_t>());
  expect_casts(kernels, "short", integers<std::int16_t>());
  expect_casts(kernels, "unsigned short", integers<std::uint16_t>());
  expect_casts(kernels, "int", integers<std::int32_t>());
  expect_casts(kernels, "unsigned", integers<std::uint32_t>());
  expect_casts(kernels, "long long", integers<long long>());
  expect_casts(kernels, "unsigned long long", integers<unsigned long long>());
  expect_casts(kernels, "duet::half", all_numbers<half>());
  expect_casts(kernels, "duet::bfloat16", all_numbers<bfloat16>());
  expect_casts(kernels, "float", reals<float>());
  expect_casts(kernels, "double", reals<double>());
  expect_casts(kernels, "duet::complex<float>", complex_numbers<float>());
  expect_casts(kernels, "duet::complex<double>", complex_numbers<double>());
}

}  // namespace
}  // namespace duet::test
