#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "support/device_test.hpp"
#include "support/dump_annotation.hpp"

namespace duet::test {
namespace {

using DeviceHeaderRandomTest = DeviceTest;

/// Philox4x32-10, as defined by Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3".
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> c,
                                    std::array<std::uint32_t, 2> k) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * c[2];
    const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
    c = {high(b) ^ c[1] ^ k[0], static_cast<std::uint32_t>(b), high(a) ^ c[3] ^ k[1],
         static_cast<std::uint32_t>(a)};
    k = {k[0] + 0x9E3779B9, k[1] + 0xBB67AE85};
  }
  return c;
}

/// Word `i` of a sequence.
std::uint32_t word(std::uint64_t seed, std::uint64_t sequence, std::uint64_t i) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto words = philox({low(i / 4), low(i / 4 >> 32), low(sequence), low(sequence >> 32)},
                            {low(seed), low(seed >> 32)});
  return words[i % 4];
}

// The known answers that come with Random123, the library of the authors.
TEST_F(DeviceHeaderRandomTest, PhiloxGivesTheKnownAnswers) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/random.hpp>
    __global__ void k(const unsigned* in, unsigned* out) {
      in += threadIdx.x * 6;
      const auto words = duet::philox4x32({in[0], in[1], in[2], in[3]}, {in[4], in[5]});
      for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + unsigned(i)] = words[i];
    })",
                                    "k");
  const std::vector<std::uint32_t> in{
      0,          0,          0,          0,          0,          0,           // zeros
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff,  // ones
      0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0,  // digits of pi
  };
  const Buffer<std::uint32_t> counters(device(), in.size());
  write(stream, counters, in);
  const Buffer<std::uint32_t> out(device(), 12);
  launch(stream, kernel, {{1}, {3}}, counters, out);
  EXPECT_THAT(read(stream, out),
              testing::ElementsAre(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8,  //
                                   0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd,  //
                                   0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1));
}

TEST_F(DeviceHeaderRandomTest, ASequenceCanBeReadFromAnyPosition) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/random.hpp>
    __global__ void k(unsigned* out) {
      duet::Philox numbers(0x123456789abcdefull, threadIdx.x, 3);
      out += threadIdx.x * 16;
      for (int i = 0; i < 7; ++i) out[i] = numbers.next();  // words 3 to 9
      numbers.skip(0);
      out[7] = numbers.next();  // 10
      numbers.skip(1);
      out[8] = numbers.next();  // 12
      numbers.skip(6);
      out[9] = numbers.next();  // 19
      numbers.skip(4);
      out[10] = numbers.next();  // 24
      numbers.skip((1ull << 40) - 25);
      out[11] = numbers.next();  // 2^40
      out[12] = duet::Philox(7, 1ull << 40).next();
      out[13] = duet::Philox(7, 0, (1ull << 60) + 2).next();
      out[14] = duet::Philox(1ull << 40, 0, 0).next();
    })",
                                    "k");
  const Buffer<std::uint32_t> out(device(), 64);
  launch(stream, kernel, {{1}, {4}}, out);
  const std::vector<std::uint32_t> words = read(stream, out);
  for (std::uint64_t thread = 0; thread < 4; ++thread) {
    const std::uint32_t* const own = words.data() + 16 * thread;
    const std::vector<std::uint64_t> places{3, 4,  5,  6,  7,  8,
                                            9, 10, 12, 19, 24, std::uint64_t{1} << 40};
    for (std::size_t i = 0; i < places.size(); ++i) {
      EXPECT_EQ(own[i], word(0x123456789abcdef, thread, places[i])) << i;
    }
    EXPECT_EQ(own[12], word(7, std::uint64_t{1} << 40, 0));
    EXPECT_EQ(own[13], word(7, 0, (std::uint64_t{1} << 60) + 2));
    EXPECT_EQ(own[14], word(std::uint64_t{1} << 40, 0, 0));
  }
}

TEST_F(DeviceHeaderRandomTest, UniformNumbersAreScaledBits) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/random.hpp>
    __global__ void k(float* floats, double* doubles, unsigned* integers) {
      const unsigned t = threadIdx.x;
      duet::Philox numbers(1, t);
      floats[t] = numbers.uniform();
      doubles[t] = numbers.uniform_double();
      integers[t] = numbers.below(t + 1);
      if (t > 0) return;
      floats[256] = duet::uniform_float(0);
      floats[257] = duet::uniform_float(~0u);
      floats[258] = duet::uniform_float_above_zero(0);
      floats[259] = duet::uniform_float_above_zero(~0u);
      doubles[256] = duet::uniform_double(0);
      doubles[257] = duet::uniform_double(~0ull);
    })",
                                    "k");
  const Buffer<float> float_buffer(device(), 260);
  const Buffer<double> double_buffer(device(), 258);
  const Buffer<std::uint32_t> integer_buffer(device(), 256);
  launch(stream, kernel, {{1}, {256}}, float_buffer, double_buffer, integer_buffer);
  const auto floats = read(stream, float_buffer);
  const auto doubles = read(stream, double_buffer);
  const auto integers = read(stream, integer_buffer);
  for (std::uint32_t t = 0; t < 256; ++t) {
    EXPECT_EQ(floats[t], std::ldexp(static_cast<float>(word(1, t, 0) >> 8), -24)) << t;
    const std::uint64_t bits = std::uint64_t{word(1, t, 2)} << 32 | word(1, t, 1);
    EXPECT_EQ(doubles[t], std::ldexp(static_cast<double>(bits >> 11), -53)) << t;
    EXPECT_LE(integers[t], t);
  }
  EXPECT_EQ(floats[256], 0.0f);
  EXPECT_EQ(floats[257], 1.0f - 0x1p-24f);
  EXPECT_EQ(floats[258], 0x1p-24f);
  EXPECT_EQ(floats[259], 1.0f);
  EXPECT_EQ(doubles[256], 0.0);
  EXPECT_EQ(doubles[257], 1.0 - 0x1p-53);
}

// A bound of 3 * 2^30 is the worst case: without rejection, a third of the numbers would be twice
// as likely as the others.
TEST_F(DeviceHeaderRandomTest, NumbersBelowABoundAreEquallyLikely) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/random.hpp>
    __global__ void k(unsigned* small, unsigned* large) {
      const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
      duet::Philox numbers(5, i);
      small[i] = numbers.below(10);
      large[i] = numbers.below(3u << 30);
    })",
                                    "k");
  constexpr unsigned count = 1 << 16;
  const Buffer<std::uint32_t> small(device(), count);
  const Buffer<std::uint32_t> large(device(), count);
  launch(stream, kernel, {{count / 256}, {256}}, small, large);
  std::array<unsigned, 10> tens{};
  for (const std::uint32_t number : read(stream, small)) ++tens.at(number);
  // Six standard deviations of a binomial distribution.
  for (const unsigned hits : tens) EXPECT_NEAR(hits, count / 10.0, 6 * std::sqrt(count * 0.09));
  std::array<unsigned, 3> thirds{};
  for (const std::uint32_t number : read(stream, large)) {
    ASSERT_LT(number, 3u << 30);
    // Without rejection, one of three neighbouring numbers (modulo 3) would be more likely.
    ++thirds[number % 3];
  }
  for (const unsigned hits : thirds) EXPECT_NEAR(hits, count / 3.0, 6 * std::sqrt(count * 2 / 9.0));
}

TEST_F(DeviceHeaderRandomTest, NormalPairsHaveTheMomentsOfTheirDistribution) {
  const Stream stream(device());
  const Kernel kernel = make_kernel(device(), R"(
    #include <duet/device/random.hpp>
    __global__ void k(float* out) {
      const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
      const auto pair = duet::Philox(11, i).normal();
      out[2 * i] = pair[0];
      out[2 * i + 1] = pair[1];
      if (i > 0) return;
      const auto widest = duet::normal_pair(0, 0), narrowest = duet::normal_pair(~0u, 1u << 30);
      for (int j = 0; j < 2; ++j) {
        out[2 * gridDim.x * blockDim.x + j] = widest[j];
        out[2 * gridDim.x * blockDim.x + 2 + j] = narrowest[j];
      }
    })",
                                    "k");
  constexpr unsigned pairs = 1 << 16;
  const Buffer<float> out(device(), 2 * pairs + 4);
  const DumpTolerance tolerance("2e-5", "0");
  launch(stream, kernel, {{pairs / 256}, {256}}, out);
  const std::vector<float> numbers = read(stream, out);
  std::array<double, 4> moments{};  // sums of the first to the fourth powers
  double product = 0;
  for (unsigned i = 0; i < pairs; ++i) {
    const double x = numbers[2 * i];
    const double y = numbers[2 * i + 1];
    product += x * y;
    for (const double z : {x, y}) {
      double power = 1;
      for (double& moment : moments) moment += power *= z;
    }
  }
  constexpr double count = 2.0 * pairs;
  // Six standard deviations around the means.
  EXPECT_NEAR(moments[0] / count, 0, 6 * std::sqrt(1 / count));
  EXPECT_NEAR(moments[1] / count, 1, 6 * std::sqrt(2 / count));
  EXPECT_NEAR(moments[2] / count, 0, 6 * std::sqrt(15 / count));
  EXPECT_NEAR(moments[3] / count, 3, 6 * std::sqrt(96 / count));
  EXPECT_NEAR(product / pairs, 0, 6 * std::sqrt(1.0 / pairs));
  // The first pairs, computed from their words.
  for (unsigned i = 0; i < 100; ++i) {
    const double u = (static_cast<double>(word(11, i, 0)) + 1) * 0x1p-32;
    const double angle = 2 * M_PI * std::ldexp(static_cast<double>(word(11, i, 1) >> 8), -24);
    const double radius = std::sqrt(-2 * std::log(u));
    EXPECT_NEAR(numbers[2 * i], radius * std::cos(angle), 1e-5) << i;
    EXPECT_NEAR(numbers[2 * i + 1], radius * std::sin(angle), 1e-5) << i;
  }
  EXPECT_NEAR(numbers[2 * pairs], std::sqrt(64 * std::log(2.0)), 1e-5);
  EXPECT_EQ(numbers[2 * pairs + 1], 0.0f);
  EXPECT_NEAR(numbers[2 * pairs + 2], 0, 1e-3);
  EXPECT_NEAR(numbers[2 * pairs + 3], 0, 1e-3);
}

}  // namespace
}  // namespace duet::test
