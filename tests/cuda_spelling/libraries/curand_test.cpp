// curand_kernel.h. Expected words and uniform numbers are those of cuRAND for the same seed,
// subsequence and offset, computed with its own code on a host.

#include <array>
#include <bitset>
#include <cmath>

#include "cuda_spelling/spelling_program.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;
using CurandTest = DeviceTest;

struct Words {
  unsigned long long seed, subsequence, offset;
  std::array<unsigned, 5> words;
};
constexpr Words xorwow[] = {
    {0u, 0u, 0u, {0xbd7f03b6u, 0x703e556du, 0x845af0c5u, 0xdb139260u, 0xf18da3afu}},
    {1234u, 0u, 5u, {0x95195c6bu, 0x338f343fu, 0xc9682545u, 0xcc0cc37bu, 0x7e3e36c3u}},
    {1234u, 1u, 0u, {0xd1f7605au, 0xed29ae49u, 0x83030ed9u, 0x10fe7bd9u, 0xa49a4d18u}},
    {0x123456789abcdef0u,
     1000003u,
     131u,
     {0x4da0a643u, 0x006af32eu, 0x4a2161aau, 0x12b380a0u, 0x7b8e0527u}},
    {7u, ~0ull, ~0ull - 12, {0xa157bff4u, 0x639a7d27u, 0xd756be5fu, 0x116471aeu, 0x9d40bcffu}}};
constexpr Words philox[] = {
    {0u, 0u, 0u, {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0xba18f921u, 0x5f373490u}},
    {1234u, 0u, 5u, {0x1cbe137cu, 0xfa277093u, 0x147edd50u, 0x87a4c46fu, 0x223d2e02u}},
    {1234u, 1u, 0u, {0xd115a128u, 0x52fc7c75u, 0xc7f33f17u, 0x2ebe2629u, 0x00b2e16du}},
    {0x123456789abcdef0u,
     1000003u,
     131u,
     {0x2b790175u, 0x682825fcu, 0x4b4513c2u, 0xf611dc35u, 0x39fc1bc5u}},
    {7u, ~0ull, ~0ull - 12, {0x21cf58eau, 0x942a5123u, 0xeb3aa057u, 0x5695088fu, 0x8625122au}}};

constexpr const char* source = R"(
    #include <curand_kernel.h>
    struct Words { unsigned long long seed, subsequence, offset; unsigned words[5]; };
    template <typename State> __global__ void draw(Words* all) {
      Words& w = all[threadIdx.x];
      State state;
      curand_init(w.seed, w.subsequence, w.offset, &state);
      for (int i = 0; i < 3; ++i) w.words[i] = curand(&state);
      skipahead(1000003ull, &state);
      w.words[3] = curand(&state);
      skipahead_sequence(9ull, &state);
      w.words[4] = curand(&state);
    }
    template <typename State>
    __global__ void distributions(double* uniform, double* normal, unsigned* last, State* kept) {
      State state;
      curand_init(1234, 3, 10, &state);
      *uniform++ = curand_uniform_double(&state);
      *uniform++ = curand_uniform(&state);
      for (int i = 0; i < 3; ++i) *normal++ = curand_normal(&state);
      for (int i = 0; i < 3; ++i) *normal++ = curand_normal_double(&state);
      const float2 f = curand_normal2(&state);
      const double2 d = curand_normal2_double(&state);
      *normal++ = f.x; *normal++ = f.y; *normal++ = d.x; *normal++ = d.y;
      for (int i = 0; i < 2; ++i) *normal++ = curand_log_normal(&state, 0.5f, 0.25f);
      for (int i = 0; i < 2; ++i) *normal++ = curand_log_normal_double(&state, 0.5, 0.25);
      *last = curand(&state);
      *kept = state;
    }
    __global__ void fours(curandStatePhilox4_32_10_t* state, unsigned* words, double* out) {
      const uint4 w = curand4(state);
      words[0] = w.x; words[1] = w.y; words[2] = w.z; words[3] = w.w;
      const float4 f = curand_uniform4(state);
      *out++ = f.x; *out++ = f.y; *out++ = f.z; *out++ = f.w;
      const double2 d = curand_uniform2_double(state);
      *out++ = d.x; *out++ = d.y;
      const double4 e = curand_uniform4_double(state);
      *out++ = e.x; *out++ = e.y; *out++ = e.z; *out++ = e.w;
      const float4 n = curand_normal4(state);
      *out++ = n.x; *out++ = n.y; *out++ = n.z; *out++ = n.w;
    }
    __global__ void poisson(const double* lambda, unsigned* out) {
      curandState state;
      curand_init(99, threadIdx.x, 0, &state);
      for (int i = 0; i < 500; ++i) out[threadIdx.x * 500 + i] = curand_poisson(&state, lambda[blockIdx.x]);
    }
    __global__ void jumps(unsigned* rows) {
      for (int k = 7; k <= 130; ++k) {
        for (int word = 0; word < 5; ++word) *rows++ = duet::spelling::xorwow_jump(k, word);
      }
    })";

constexpr std::array<const char*, 2> states{"curandStateXORWOW_t", "curandStatePhilox4_32_10_t"};

TEST_F(CurandTest, SequencesAreThoseOfCurand) {
  const Stream stream(device());
  const std::array<std::string, 2> names{std::string("draw<") + states[0] + ">",
                                         std::string("draw<") + states[1] + ">"};
  const Module module(device(), compile(spelled(source, {names[0], names[1]}), device()));
  for (std::size_t generator = 0; generator < 2; ++generator) {
    SCOPED_TRACE(states[generator]);
    const std::vector<Words> expected =
        generator == 0 ? std::vector<Words>(std::begin(xorwow), std::end(xorwow))
                       : std::vector<Words>(std::begin(philox), std::end(philox));
    std::vector<Words> asked = expected;
    for (Words& words : asked) words.words = {};
    const Buffer<Words> all(stream, asked.size());
    write(stream, all, asked);
    launch(stream, module.kernel(names[generator]), {{1}, {static_cast<unsigned>(asked.size())}},
           static_cast<void*>(all.data()));
    const auto found = read(stream, all);
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_EQ(found[i].words, expected[i].words) << i;
  }
}

TEST_F(CurandTest, DistributionsDrawWhatCurandDraws) {
  const Stream stream(device());
  const std::array<std::string, 2> names{std::string("distributions<") + states[0] + ">",
                                         std::string("distributions<") + states[1] + ">"};
  const Module module(device(), compile(spelled(source, {names[0], names[1], "fours"}), device()));
  const Buffer<double> uniform(stream, 2), normal(stream, 14), out(stream, 14);
  const Buffer<unsigned> last(stream, 1), words(stream, 4);
  const Buffer<std::array<char, 128>> state(stream, 1);
  const std::vector<double> expected_uniform[] = {{0x1.2c5796368c6b2p-1, 0x1.4d27b2p-2},
                                                  {0x1.1f0a801ep-1, 0x1.4b11f8p-2}};
  const std::vector<double> expected_normal[] = {
      {1.19411314, -0.726159453, -1.12100565, -0.81530316847927609, 0.61808278864134858,
       1.4515965635468828, -0.550178945, -1.4680016, 0.92076693761444284, 0.54362975078114795,
       1.4247303, 1.64650822, 1.2214440014213173, 1.9293215373575971},
      {0.415980339, -0.559983194, 0.075909242, 0.077509278480183505, -0.019938325172362874,
       0.69887447413663739, -0.520468771, 0.247898713, -1.7298132375451603, -0.64576385842513029,
       1.70673668, 2.31503654, 0.97118948653626147, 1.2199679641212673}};
  for (std::size_t generator = 0; generator < 2; ++generator) {
    SCOPED_TRACE(states[generator]);
    launch(stream, module.kernel(names[generator]), {{1}, {1}}, uniform, normal, last,
           static_cast<void*>(state.data()));
    EXPECT_EQ(read(stream, uniform), expected_uniform[generator]);
    const auto found = read(stream, normal);
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i], expected_normal[generator][i], 1e-5) << i;
    }
    EXPECT_EQ(read(stream, last)[0], generator == 0 ? 0x796b03c8u : 0x3c2b3b48u);
  }
  launch(stream, module.kernel("fours"), {{1}, {1}}, static_cast<void*>(state.data()), words, out);
  EXPECT_THAT(read(stream, words),
              testing::ElementsAre(0xf9e34508u, 0x44d6452fu, 0xe9f826dbu, 0x14702cafu));
  const std::vector<double> expected{
      0x1.d4a03cp-1,        0x1.4c1334p-1,        0x1.476d9p-2,         0x1.4f74fep-1,
      0x1.0444b3f6311e4p-1, 0x1.ac4466a3eb3cep-3, 0x1.84f1e7f5747cep-3, 0x1.5f4b378fd51d5p-2,
      0x1.b14913e19461cp-1, 0x1.72a273623c62ep-1, 1.65248954,           0.741419494,
      -0.0561878346,        -1.98720789};
  const auto found = read(stream, out);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], i < 10 ? 0 : 1e-5) << i;
  }
}

TEST_F(CurandTest, PoissonNumbersHaveTheirMeanAndVariance) {
  const Stream stream(device());
  const Kernel kernel =
      Module(device(), compile(spelled(source, {"poisson"}), device())).kernel("poisson");
  const Buffer<double> lambda(stream, 1);
  const Buffer<unsigned> out(stream, std::size_t{64} * 500);
  for (const double mean : {0.3, 4.0, 9.9, 10.0, 64.0, 5000.0}) {
    write(stream, lambda, {mean});
    launch(stream, kernel, {{1}, {64}}, lambda, out);
    const auto numbers = read(stream, out);
    const auto count = static_cast<double>(numbers.size());
    double sum = 0, squares = 0, zeros = 0;
    for (const unsigned x : numbers) {
      sum += x;
      squares += (x - mean) * (x - mean);
      zeros += x == 0 ? 1 : 0;
    }
    // Five standard deviations of each.
    EXPECT_NEAR(sum / count, mean, 5 * std::sqrt(mean / count)) << mean;
    const double variance_error = std::sqrt((mean + 2 * mean * mean) / count);
    EXPECT_NEAR(squares / count, mean, 5 * variance_error) << mean;
    const double none = std::exp(-mean);
    EXPECT_NEAR(zeros / count, none, 5 * std::sqrt(none / count) + 1e-9) << mean;
  }
}

/// A polynomial over the field of two elements.
using Polynomial = std::bitset<160>;

/// x^160 modulo the characteristic polynomial of XORWOW's linear part.
Polynomial reduction() {
  Polynomial result;
  const std::array<unsigned, 5> words{0x00060001u, 0x08610030u, 0x00062121u, 0x0f3c0035u,
                                      0x00000f0eu};
  for (std::size_t i = 0; i < 160; ++i) result[i] = (words[i / 32] >> (i % 32) & 1u) != 0;
  return result;
}
Polynomial square(const Polynomial& p) {
  Polynomial result;
  for (int i = 159; i >= 0; --i) {
    const bool carries = result[159];
    result <<= 1;
    if (carries) result ^= reduction();
    if (p[static_cast<std::size_t>(i)]) result ^= p;
  }
  return result;
}
/// A step of Marsaglia's generator without its Weyl sequence.
unsigned step(std::array<unsigned, 5>& v) {
  const unsigned t = v[0] ^ (v[0] >> 2);
  v = {v[1], v[2], v[3], v[4], v[4] ^ (v[4] << 4) ^ t ^ (t << 1)};
  return v[4];
}

TEST_F(CurandTest, JumpsArePowersOfThePolynomial) {
  // The polynomial is the characteristic one: it maps a sequence to zeros.
  std::array<unsigned, 5> v{1, 2, 3, 4, 5};
  std::vector<unsigned> words(400);
  for (unsigned& word : words) word = step(v);
  for (std::size_t begin = 0; begin + 160 < words.size(); ++begin) {
    unsigned sum = words[begin + 160];
    for (std::size_t i = 0; i < 160; ++i) sum ^= reduction()[i] ? words[begin + i] : 0;
    ASSERT_EQ(sum, 0u);
  }
  const Stream stream(device());
  const Kernel kernel =
      Module(device(), compile(spelled(source, {"jumps"}), device())).kernel("jumps");
  const Buffer<unsigned> rows(stream, std::size_t{124} * 5);
  launch(stream, kernel, {{1}, {1}}, rows);
  const auto found = read(stream, rows);
  Polynomial expected;
  expected[128] = true;
  for (std::size_t row = 0; row < 124; ++row) {
    for (std::size_t i = 0; i < 160; ++i) {
      ASSERT_EQ((found[row * 5 + i / 32] >> (i % 32) & 1u) != 0, expected[i]) << row << ' ' << i;
    }
    expected = square(expected);
  }
}

TEST(CurandErrorTest, NamesTheGeneratorsThatThereAre) {
  const Program program = spelled(R"(
    #include <curand_kernel.h>
    __global__ void k(curandStateMRG32k3a_t* states) { curand_init(1, threadIdx.x, 0, states); })",
                                  {"k"});
  const Error error = error_of([&] { (void)compile(program, supported_architectures().back()); });
  EXPECT_THAT(error.what(), HasSubstr("there are XORWOW (curandState) and Philox"));
}

}  // namespace
}  // namespace duet::test
