// Comparisons, carries, scalar instructions: results besides the lanes of a register.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "execute/values.hpp"
#include "proof/state_proof.hpp"

namespace amd_emulator::test {
namespace {

constexpr int repetitions = 48;

/// How two numbers compare.
enum class Order { less, equal, greater, unordered };

struct NumberType {
  const char* name;
  unsigned bits;
  char kind;  ///< i, u, f
};

constexpr NumberType types[] = {{"f16", 16, 'f'}, {"f32", 32, 'f'}, {"f64", 64, 'f'},
                                {"i16", 16, 'i'}, {"i32", 32, 'i'}, {"i64", 64, 'i'},
                                {"u16", 16, 'u'}, {"u32", 32, 'u'}, {"u64", 64, 'u'}};

long double float_of(u64 value, unsigned bits) {
  if (bits == 16) return static_cast<long double>(from_bits<half>(value));
  if (bits == 32) return static_cast<long double>(from_bits<float>(value));
  return static_cast<long double>(from_bits<double>(value));
}

Order order_of(u64 a, u64 b, const NumberType& type) {
  if (type.kind == 'f') {
    const long double x = float_of(a, type.bits);
    const long double y = float_of(b, type.bits);
    if (std::isunordered(x, y)) return Order::unordered;
    return x < y ? Order::less : x > y ? Order::greater : Order::equal;
  }
  // With the sign bit flipped, numbers with a sign have the order of those without.
  const u64 flip = type.kind == 'i' ? u64{1} << (type.bits - 1) : 0;
  const u64 x = (a ^ flip) & low_bits(type.bits);
  const u64 y = (b ^ flip) & low_bits(type.bits);
  return x < y ? Order::less : x > y ? Order::greater : Order::equal;
}

struct Comparison {
  const char* name;
  bool less, equal, greater, unordered;  ///< When it holds.
  bool only_float = false, only_integer = false;
  bool holds(Order order) const {
    return order == Order::less      ? less
           : order == Order::equal   ? equal
           : order == Order::greater ? greater
                                     : unordered;
  }
};

constexpr Comparison comparisons[] = {
    {"f", false, false, false, false},
    {"lt", true, false, false, false},
    {"eq", false, true, false, false},
    {"le", true, true, false, false},
    {"gt", false, false, true, false},
    {"ge", false, true, true, false},
    {"lg", true, false, true, false, true},
    {"o", true, true, true, false, true},
    {"u", false, false, false, true, true},
    {"nge", true, false, false, true, true},
    {"nlg", false, true, false, true, true},
    {"ngt", true, true, false, true, true},
    {"nle", false, false, true, true, true},
    {"neq", true, false, true, true, true},
    {"nlt", false, true, true, true, true},
    {"tru", true, true, true, true, true},
    {"ne", true, false, true, false, false, true},
    {"t", true, true, true, true, false, true},
};

u64 source(Bench& bench, unsigned index, unsigned lane, unsigned bits) {
  return (bits == 64 ? bench.wide(index, lane) : bench.lane(index, lane)) & low_bits(bits);
}

std::string vector_register(unsigned index, unsigned bits) {
  if (bits < 64) return "v" + std::to_string(index);
  return "v[" + std::to_string(index) + ":" + std::to_string(index + 1) + "]";
}

std::string mask_register(Bench& bench) { return bench.wave().lanes == 32 ? "s20" : "s[20:21]"; }

u64 read_mask(Bench& bench, unsigned index) {
  return bench.wave().lanes == 32 ? bench.wave().scalar[index] : bench.wave().pair(index);
}

/// @param holds  of the bits of both sources
template <typename F>
void prove_comparison(Bench& bench, const std::string& name, unsigned first_bits,
                      unsigned second_bits, F holds) {
  for (const bool writes_exec : {false, true}) {
    const std::string full = (writes_exec ? "v_cmpx_" : "v_cmp_") + name;
    const std::string text = full + " " + mask_register(bench) + ", " +
                             vector_register(4, first_bits) + ", " +
                             vector_register(8, second_bits);
    for (int repetition = 0; repetition < repetitions / 2; ++repetition) {
      bench.randomise();
      const u64 exec = bench.wave().exec();
      u64 expected = 0;
      for (unsigned lane = 0; lane < bench.wave().lanes; ++lane) {
        // Equal numbers are rare at random.
        if (bench.random() % 4 == 0 && first_bits == second_bits)
          for (unsigned word = 0; word < 2; ++word)
            bench.wave().vector_register(8 + word)[lane] = bench.lane(4 + word, lane);
        if ((exec >> lane & 1) != 0 &&
            holds(source(bench, 4, lane, first_bits), source(bench, 8, lane, second_bits)))
          expected |= u64{1} << lane;
      }
      bench.run(text);
      ASSERT_EQ(read_mask(bench, 20), expected) << text;
      ASSERT_EQ(bench.wave().exec(), writes_exec ? expected : exec) << text;
    }
    Proven::add(full);
  }
}

/// The bit of a number's class in the masks of v_cmp_class.
unsigned class_of(long double value, u64 bits, unsigned width) {
  const bool negative = std::signbit(value);
  const unsigned fraction = width == 16 ? 10 : width == 32 ? 23 : 52;
  if (std::isnan(value)) return (bits >> (fraction - 1) & 1) != 0 ? 1 : 0;
  if (std::isinf(value)) return negative ? 2 : 9;
  if (value == 0) return negative ? 5 : 6;
  const bool is_subnormal = (bits >> fraction & low_bits(width - 1 - fraction)) == 0;
  if (is_subnormal) return negative ? 4 : 7;
  return negative ? 3 : 8;
}

}  // namespace

void prove_comparisons(Bench& bench) {
  for (const NumberType& type : types)
    for (const Comparison& comparison : comparisons) {
      if (comparison.only_float && type.kind != 'f') continue;
      if (comparison.only_integer && type.kind == 'f') continue;
      ASSERT_NO_FATAL_FAILURE(prove_comparison(
          bench, std::string(comparison.name) + "_" + type.name, type.bits, type.bits,
          [&](u64 a, u64 b) { return comparison.holds(order_of(a, b, type)); }));
    }
  for (const NumberType& type : types) {
    if (type.kind != 'f') continue;
    ASSERT_NO_FATAL_FAILURE(prove_comparison(
        bench, std::string("class_") + type.name, type.bits, 32, [&](u64 a, u64 b) {
          return (b >> class_of(float_of(a, type.bits), a, type.bits) & 1) != 0;
        }));
  }
}

void prove_carries(Bench& bench) {
  struct Carry {
    const char* names;
    int a, b;    ///< Signs of the sources in the sum.
    bool takes;  ///< a carry
  };
  constexpr Carry carries[] = {{"v_add_co_u32", 1, 1, false},
                               {"v_sub_co_u32", 1, -1, false},
                               {"v_subrev_co_u32", -1, 1, false},
                               {"v_addc_co_u32 v_add_co_ci_u32", 1, 1, true},
                               {"v_subb_co_u32 v_sub_co_ci_u32", 1, -1, true},
                               {"v_subbrev_co_u32 v_subrev_co_ci_u32", -1, 1, true}};
  const std::string vcc = bench.wave().lanes == 32 ? "vcc_lo" : "vcc";
  for (const Carry& carry : carries)
    for (const std::string& name : words_of_list(carry.names)) {
      const std::string text =
          name + " v0, " + mask_register(bench) + ", v4, v8" + (carry.takes ? ", " + vcc : "");
      for (int repetition = 0; repetition < repetitions; ++repetition) {
        bench.randomise();
        const u64 in = bench.wave().vcc();
        u64 out = 0;
        std::vector<u32> expected(max_lanes);
        for (unsigned lane = 0; lane < bench.wave().lanes; ++lane) {
          expected[lane] = bench.lane(0, lane);
          if (!bench.is_active(lane)) continue;
          const i64 borrow = carry.takes && (in >> lane & 1) != 0 ? 1 : 0;
          const i64 sum = carry.a * i64{bench.lane(4, lane)} + carry.b * i64{bench.lane(8, lane)} +
                          (carry.a + carry.b == 2 ? borrow : -borrow);
          expected[lane] = static_cast<u32>(sum);
          if (sum < 0 || sum > i64{UINT32_MAX}) out |= u64{1} << lane;
        }
        bench.run(text);
        for (unsigned lane = 0; lane < bench.wave().lanes; ++lane)
          ASSERT_EQ(bench.lane(0, lane), expected[lane]) << text;
        ASSERT_EQ(read_mask(bench, 20), out) << text;
      }
      Proven::add(name);
    }
}

void prove_scalars(Bench& bench, const std::vector<ScalarProof>& proofs) {
  for (const ScalarProof& proof : proofs)
    for (const std::string& name : words_of_list(proof.names)) {
      const auto text_of = [](char type, unsigned index) {
        if (type == 'w') return "s" + std::to_string(index);
        return "s[" + std::to_string(index) + ":" + std::to_string(index + 1) + "]";
      };
      const bool has_result = proof.types[0] != '-';
      std::string text = name;
      std::string separator = " ";
      if (has_result) text += std::exchange(separator, ", ") + text_of(proof.types[0], 20);
      const auto sources = static_cast<unsigned>(proof.types.size() - 2);
      for (unsigned i = 0; i < sources; ++i)
        text += std::exchange(separator, ", ") + text_of(proof.types[i + 2], 4 + 4 * i);
      for (int repetition = 0; repetition < 1000; ++repetition) {
        for (unsigned i = 0; i < 24; ++i) bench.wave().scalar[i] = bench.interesting();
        bench.wave().set_pair(exec_register, join(bench.random(), bench.random()));
        Wave& wave = bench.wave();
        if (bench.random() % 4 == 0) wave.set_pair(8, wave.pair(4));
        wave.scc = (bench.random() & 1) != 0;
        ScalarState state{.scc = wave.scc, .exec = wave.pair(exec_register)};
        if (bench.random() % 8 == 0) wave.set_pair(4, 0);
        for (unsigned i = 0; i < sources; ++i)
          state.in[i] =
              proof.types[i + 2] == 'w' ? u64{wave.scalar[4 + 4 * i]} : wave.pair(4 + 4 * i);
        state.result = proof.types[0] == 'd' ? wave.pair(20) : u64{wave.scalar[20]};
        const ScalarState before = state;
        proof.formula(state);
        bench.run(text);
        const u64 found = proof.types[0] == 'd' ? wave.pair(20) : u64{wave.scalar[20]};
        ASSERT_EQ(found, proof.types[0] == 'd' ? state.result : state.result & low_bits(32))
            << text << std::hex << " of " << before.in[0] << ", " << before.in[1] << ", "
            << before.result;
        ASSERT_EQ(wave.scc, state.scc)
            << text << std::hex << " of " << before.in[0] << ", " << before.in[1];
        ASSERT_EQ(wave.pair(exec_register), state.exec) << text;
      }
      Proven::add(name);
    }
}

}  // namespace amd_emulator::test
