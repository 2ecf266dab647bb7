// Instructions one by one, as inline assembly, against values worked out here bit by bit.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>

#include "test/emulated_kernels.hpp"

namespace amd_emulator::test {
namespace {

using Words = std::vector<u32>;

struct Case {
  std::string assembly{};  ///< %0 is the result, %1 to %3 are the sources
  std::function<u32(u32, u32, u32)> expected{};
  bool is_float = false;
};

float number(u32 bits) { return std::bit_cast<float>(bits); }
u32 bits(double value) { return std::bit_cast<u32>(static_cast<float>(value)); }
double exact(u32 word) { return double{number(word)}; }

u32 bit_at(u64 value, unsigned place) { return static_cast<u32>(value >> place & 1); }

u32 bit_by_bit(const std::function<bool(unsigned)>& bit) {
  u32 result = 0;
  for (unsigned i = 0; i < 32; ++i) result |= bit(i) ? 1U << i : 0;
  return result;
}

u32 byte_at(u64 value, unsigned place) { return static_cast<u32>(value >> 8 * place & 0xff); }

i64 signed_24(u32 a) {
  const i64 low = a % (1 << 24);
  return low >= 1 << 23 ? low - (1 << 24) : low;
}

i64 as_signed(u32 a) { return a >= 1U << 31 ? i64{a} - (i64{1} << 32) : i64{a}; }

std::vector<Case> integer_cases() {
  return {
      {"v_not_b32 %0, %1", [](u32 a, u32, u32) { return UINT32_MAX - a; }},
      {"v_bfi_b32 %0, %1, %2, %3",
       [](u32 a, u32 b, u32 c) {
         return bit_by_bit([&](unsigned i) { return bit_at(bit_at(a, i) != 0 ? b : c, i) != 0; });
       }},
      {"v_and_or_b32 %0, %1, %2, %3",
       [](u32 a, u32 b, u32 c) {
         return bit_by_bit(
             [&](unsigned i) { return bit_at(a, i) * bit_at(b, i) + bit_at(c, i) > 0; });
       }},
      {"v_bfe_u32 %0, %1, %2, %3",
       [](u32 a, u32 b, u32 c) {
         return bit_by_bit([&](unsigned i) { return i < c % 32 && bit_at(a, i + b % 32) != 0; });
       }},
      {"v_bfe_i32 %0, %1, %2, %3",
       [](u32 a, u32 b, u32 c) {
         const unsigned width = c % 32;
         return bit_by_bit([&](unsigned i) {
           const unsigned place = std::min(std::min(i, width - 1) + b % 32, 31U);
           return width > 0 && bit_at(a, place) != 0;
         });
       }},
      {"v_bfrev_b32 %0, %1",
       [](u32 a, u32, u32) {
         return bit_by_bit([&](unsigned i) { return bit_at(a, 31 - i) != 0; });
       }},
      {"v_perm_b32 %0, %1, %2, %3",
       [](u32 a, u32 b, u32 c) {
         const u64 both = u64{a} << 32 | b;
         u32 result = 0;
         for (unsigned i = 0; i < 4; ++i) {
           const u32 selector = byte_at(c, i);
           u32 byte = 0xff;
           if (selector < 8) byte = byte_at(both, selector);
           if (selector >= 8 && selector <= 11)
             byte = bit_at(both, 15 + 16 * (selector - 8)) * 0xff;
           if (selector == 12) byte = 0;
           result += byte << 8 * i;
         }
         return result;
       }},
      {"v_alignbit_b32 %0, %1, %2, %3",
       [](u32 a, u32 b, u32 c) {
         return bit_by_bit([&](unsigned i) { return bit_at(u64{a} << 32 | b, i + c % 32) != 0; });
       }},
      {"v_mul_hi_i32 %0, %1, %2",
       [](u32 a, u32 b, u32) {
         return static_cast<u32>(static_cast<u64>(as_signed(a) * as_signed(b)) >> 32);
       }},
      {"v_mul_hi_u32 %0, %1, %2",
       [](u32 a, u32 b, u32) { return static_cast<u32>(u64{a} * b / (u64{1} << 32)); }},
      {"v_mul_i32_i24 %0, %1, %2",
       [](u32 a, u32 b, u32) { return static_cast<u32>(signed_24(a) * signed_24(b)); }},
      {"v_mad_u32_u24 %0, %1, %2, %3",
       [](u32 a, u32 b, u32 c) {
         return static_cast<u32>(u64{a % (1 << 24)} * (b % (1 << 24)) + c);
       }},
      {"v_lshl_add_u32 %0, %1, %2, %3",
       [](u32 a, u32 b, u32 c) { return static_cast<u32>((u64{a} << b % 32) + c); }},
      {"v_xad_u32 %0, %1, %2, %3", [](u32 a, u32 b, u32 c) { return (a ^ b) + c; }},
      {"v_ashrrev_i32 %0, %1, %2",
       [](u32 a, u32 b, u32) {
         return static_cast<u32>(std::floor(std::ldexp(double(as_signed(b)), -int(a % 32))));
       }},
      {"v_ffbh_u32 %0, %1",
       [](u32 a, u32, u32) {
         for (u32 i = 0; i < 32; ++i)
           if (bit_at(a, 31 - i) != 0) return i;
         return UINT32_MAX;
       }},
      {"v_bcnt_u32_b32 %0, %1, %2",
       [](u32 a, u32 b, u32) {
         for (unsigned i = 0; i < 32; ++i) b += bit_at(a, i);
         return b;
       }},
      {"v_med3_i32 %0, %1, %2, %3",
       [](u32 a, u32 b, u32 c) {
         std::array<i64, 3> all{as_signed(a), as_signed(b), as_signed(c)};
         std::sort(all.begin(), all.end());
         return static_cast<u32>(all[1]);
       }},
      {"v_sad_u8 %0, %1, %2, %3",
       [](u32 a, u32 b, u32 c) {
         for (unsigned i = 0; i < 4; ++i)
           c += static_cast<u32>(std::abs(int(byte_at(a, i)) - int(byte_at(b, i))));
         return c;
       }},
      {"v_cvt_i32_f32 %0, %1",
       [](u32 a, u32, u32) {
         const double value = exact(a);
         if (std::isnan(value)) return 0U;
         return static_cast<u32>(static_cast<i64>(std::clamp(value, -0x1p31, 0x1p31 - 1)));
       }},
      {"v_cvt_u32_f32 %0, %1",
       [](u32 a, u32, u32) {
         const double value = exact(a);
         return std::isnan(value) ? 0U : static_cast<u32>(std::clamp(value, 0.0, 0x1p32 - 1));
       }},
  };
}

std::vector<Case> float_cases() {
  return {
      {"v_fma_f32 %0, %1, -%2, |%3|",
       [](u32 a, u32 b, u32 c) {
         return std::bit_cast<u32>(std::fma(number(a), -number(b), std::fabs(number(c))));
       },
       true},
      {"v_mul_f32_e64 %0, %1, %2 mul:4",
       [](u32 a, u32 b, u32) { return std::bit_cast<u32>(number(a) * number(b) * 4); }, true},
      {"v_add_f32_e64 %0, %1, %2 clamp",
       [](u32 a, u32 b, u32) {
         const float sum = number(a) + number(b);
         return bits(sum > 0 ? std::min(sum, 1.0F) : 0.0F);
       },
       true},
      {"v_min_f32 %0, %1, %2",
       [](u32 a, u32 b, u32) { return std::bit_cast<u32>(std::fmin(number(a), number(b))); }, true},
      {"v_trunc_f32 %0, %1",
       [](u32 a, u32, u32) { return std::bit_cast<u32>(std::trunc(number(a))); }, true},
      {"v_rndne_f32 %0, %1",
       [](u32 a, u32, u32) { return std::bit_cast<u32>(std::nearbyint(number(a))); }, true},
      {"v_ldexp_f32 %0, %1, %2",
       [](u32 a, u32 b, u32) {
         return std::bit_cast<u32>(
             std::scalbn(number(a), int(std::clamp<i64>(as_signed(b), -999, 999))));
       },
       true},
      {"v_cvt_f32_u32 %0, %1", [](u32 a, u32, u32) { return bits(double(a)); }, true},
      {"v_cvt_f32_ubyte2 %0, %1", [](u32 a, u32, u32) { return bits(byte_at(a, 2)); }, true},
  };
}

bool equal(u32 found, u32 expected, bool is_float) {
  if (!is_float) return found == expected;
  const float a = number(found);
  const float b = number(expected);
  return (std::isnan(a) && std::isnan(b)) || found == expected || (a == 0 && b == 0);
}

class InstructionTest : public testing::TestWithParam<Machine> {
 protected:
  static constexpr std::size_t states = 4096;

  /// Random words, small numbers and the special numbers of float.
  static Words states_of(unsigned seed) {
    constexpr u32 special[] = {0,          1,          0x80000000, 0xffffffff, 0x7fffffff,
                               0x7f800000, 0xff800000, 0x7fc00000, 0x00000001, 0x807fffff,
                               0x00800000, 0x7f7fffff, 0x3f800000, 0xbf000000, 0x4f000000};
    std::mt19937 random(seed);
    Words words(states);
    for (u32& word : words) {
      word = static_cast<u32>(random());
      if (random() % 4 == 0) word = special[random() % std::size(special)];
      if (random() % 4 == 0) word &= 0x0f0f1f1f;
      if (random() % 4 == 0) word = std::bit_cast<u32>(static_cast<float>(word % 4099) * 0.125F);
    }
    return words;
  }

  static std::string kernel(std::size_t index, const std::string& assembly) {
    return "extern \"C\" __global__ void k" + std::to_string(index) +
           "(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* d) {\n"
           "  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n  unsigned r = 0;\n"
           "  asm volatile(\"" +
           assembly + "\" : \"=v\"(r) : \"v\"(a[i]), \"v\"(b[i]), \"v\"(c[i]));\n  d[i] = r;\n}\n";
  }

  static void check(const std::vector<Case>& cases) {
    std::string source;
    for (std::size_t i = 0; i < cases.size(); ++i) source += kernel(i, cases[i].assembly);
    EmulatedKernels kernels(GetParam(), source);
    Words a = states_of(1);
    Words b = states_of(2);
    Words c = states_of(3);
    Words d(states);
    const std::vector<u64> arguments{kernels.address(a), kernels.address(b), kernels.address(c),
                                     kernels.address(d)};
    for (std::size_t i = 0; i < cases.size(); ++i) {
      kernels.run("k" + std::to_string(i), {states / 256, 1, 1}, {256, 1, 1}, arguments);
      for (std::size_t at = 0; at < states; ++at) {
        const u32 expected = cases[i].expected(a[at], b[at], c[at]);
        ASSERT_TRUE(equal(d[at], expected, cases[i].is_float))
            << cases[i].assembly << std::hex << " of " << a[at] << ", " << b[at] << ", " << c[at]
            << ": " << d[at] << " instead of " << expected;
      }
    }
  }
};

INSTANTIATE_TEST_SUITE_P(, InstructionTest, testing::ValuesIn(machines()),
                         [](const auto& instance) { return name_of(instance.param); });

TEST_P(InstructionTest, IntegersAreRight) { check(integer_cases()); }
TEST_P(InstructionTest, FloatsAreRight) { check(float_cases()); }

struct Move {
  std::string modifiers{};
  std::function<int(int)> source{};  ///< Of a lane; negative: it keeps its value.
};

TEST_P(InstructionTest, DataParallelMovesReadTheirLane) {
  const std::vector<Move> moves{
      {"quad_perm:[3,0,2,1]",
       [](int lane) {
         return lane / 4 * 4 + std::array{3, 0, 2, 1}[lane % 4];
       }},
      {"row_shr:3", [](int lane) { return lane % 16 >= 3 ? lane - 3 : -1; }},
      {"row_shl:5", [](int lane) { return lane % 16 < 11 ? lane + 5 : -1; }},
      {"row_ror:7", [](int lane) { return lane / 16 * 16 + (lane + 9) % 16; }},
      {"row_mirror", [](int lane) { return lane / 16 * 16 + 15 - lane % 16; }},
      {"row_half_mirror", [](int lane) { return lane / 8 * 8 + 7 - lane % 8; }},
  };
  std::string source;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    source += "extern \"C\" __global__ void k" + std::to_string(i) +
              "(unsigned* d) {\n  unsigned r = 1000 + threadIdx.x, x = threadIdx.x;\n"
              "  asm volatile(\"s_nop 4\\n v_mov_b32_dpp %0, %1 " +
              moves[i].modifiers +
              " row_mask:0xf bank_mask:0xb\" : \"+v\"(r) : \"v\"(x));\n  d[threadIdx.x] = r;\n}\n";
  }
  EmulatedKernels kernels(GetParam(), source);
  Words d(GetParam().lanes);
  const u64 address = kernels.address(d);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    kernels.run("k" + std::to_string(i), {1, 1, 1}, {GetParam().lanes, 1, 1}, {address});
    for (int lane = 0; lane < static_cast<int>(d.size()); ++lane) {
      const int from = moves[i].source(lane);
      const bool kept = from < 0 || lane / 4 % 4 == 2;  // bank 2 is not in the mask
      ASSERT_EQ(d[static_cast<std::size_t>(lane)], kept ? 1000 + lane : from)
          << moves[i].modifiers << ", lane " << lane;
    }
  }
}

}  // namespace
}  // namespace amd_emulator::test
