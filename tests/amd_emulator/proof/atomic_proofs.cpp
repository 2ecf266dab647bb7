// Atomic operations on global memory and LDS.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "execute/values.hpp"
#include "proof/memory_space.hpp"

namespace amd_emulator::test {
namespace {

constexpr int repetitions = 12;

/// An atomic operation on whole numbers.
struct Atomic {
  const char* old_name;
  const char* new_name;     ///< Since gfx11; "" for the type's letter.
  const char* shared_name;  ///< Without "_rtn" and type.
  char kind;                ///< u, i, b
  u64 (*function)(u64 before, u64 data, unsigned bits);
};

i64 signed_of(u64 value, unsigned bits) {
  return static_cast<i64>(value << (64 - bits)) >> (64 - bits);
}

constexpr Atomic atomics[] = {
    {"add", "add", "add", 'u', [](u64 a, u64 b, unsigned) { return a + b; }},
    {"sub", "sub", "sub", 'u', [](u64 a, u64 b, unsigned) { return a - b; }},
    {"smin", "min", "min", 'i',
     [](u64 a, u64 b, unsigned n) { return signed_of(b, n) < signed_of(a, n) ? b : a; }},
    {"smax", "max", "max", 'i',
     [](u64 a, u64 b, unsigned n) { return signed_of(b, n) > signed_of(a, n) ? b : a; }},
    {"umin", "min", "min", 'u', [](u64 a, u64 b, unsigned) { return b < a ? b : a; }},
    {"umax", "max", "max", 'u', [](u64 a, u64 b, unsigned) { return b > a ? b : a; }},
    {"and", "and", "and", 'b', [](u64 a, u64 b, unsigned) { return a & b; }},
    {"or", "or", "or", 'b', [](u64 a, u64 b, unsigned) { return a | b; }},
    {"xor", "xor", "xor", 'b', [](u64 a, u64 b, unsigned) { return a ^ b; }},
    {"inc", "inc", "inc", 'u', [](u64 a, u64 b, unsigned) { return a >= b ? 0 : a + 1; }},
    {"dec", "dec", "dec", 'u', [](u64 a, u64 b, unsigned) { return a - 1 >= b ? b : a - 1; }},
    {"swap", "swap", "", 'b', [](u64, u64 b, unsigned) { return b; }},
    {"", "", "rsub", 'u', [](u64 a, u64 b, unsigned) { return b - a; }},
};

using Update = std::function<u64(u64 before, u64 data, u64 second)>;

/// @param text  the instruction; the data is in v0, a second one after it or in v4
void prove_update(Bench& bench, const Space& space, const std::string& name,
                  const std::string& text, unsigned bits, bool returns, unsigned result,
                  unsigned second, const Update& update, char type = 'w') {
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    bench.randomise();
    bench.randomise_memory();
    space.prepare(bench);
    std::vector<u64> before(max_lanes);
    std::vector<u64> expected(max_lanes);
    for (unsigned lane = 0; lane < bench.wave().lanes; ++lane) {
      // Equal values make comparisons succeed.
      if (bench.random() % 3 == 0)
        for (unsigned word = 0; word < 2; ++word) {
          const u32 value = bench.lane(second + word, lane);
          std::memcpy(space.memory(bench, lane) + 4 * word, &value, 4);
        }
      std::memcpy(&before[lane], space.memory(bench, lane), 8);
      before[lane] &= low_bits(bits);
      expected[lane] = before[lane];
      if (bench.is_active(lane))
        expected[lane] = update(before[lane], bench.wide(0, lane) & low_bits(bits),
                                bench.wide(second, lane) & low_bits(bits)) &
                         low_bits(bits);
    }
    bench.run(text);
    for (unsigned lane = 0; lane < bench.wave().lanes; ++lane) {
      u64 found = 0;
      std::memcpy(&found, space.memory(bench, lane), 8);
      const u64 bits_found = found & low_bits(bits);
      ASSERT_TRUE(are_equal(type, bits_found, expected[lane]))
          << text << std::hex << ": " << bits_found << " instead of " << expected[lane];
      if (returns && bench.is_active(lane)) {
        ASSERT_EQ(bench.wide(result, lane) & low_bits(bits), before[lane]) << text;
      }
    }
  }
  Proven::add(name);
}

/// Global, flat and buffer instructions, with and without a result.
void prove_in_memory(Bench& bench, const std::string& stem, unsigned bits, unsigned data_words,
                     const Update& update, char type = 'w') {
  for (const Space& space : memory_spaces()) {
    if (space.prefix == "scratch_") continue;
    const std::string name = space.prefix + "atomic_" + stem;
    const unsigned words = bits / 32;
    const unsigned second = data_words == 2 * words ? words : 4;
    for (const bool returns : {false, true}) {
      std::string text = name + " ";
      const std::string data = registers(0, data_words);
      const std::size_t comma = space.operands.find(", off");
      if (space.data_first)
        text += data + ", " + space.operands;
      else
        text += (returns ? registers(12, words) + ", " : "") + space.operands.substr(0, comma) +
                ", " + data + (comma == std::string::npos ? "" : ", off");
      text += space.ending + (returns ? " glc" : "");
      ASSERT_NO_FATAL_FAILURE(prove_update(bench, space, name, text, bits, returns,
                                           space.data_first ? 0 : 12, second, update, type));
    }
  }
}

void prove_in_shared(Bench& bench, const std::string& stem, const std::string& type, unsigned bits,
                     bool has_plain, const Update& update, char value_type = 'w',
                     const std::string& second_data = "") {
  const Space space = shared_space();
  const unsigned words = bits / 32;
  for (const bool returns : {false, true}) {
    if (!returns && !has_plain) continue;
    const std::string name = "ds_" + stem + (returns ? "_rtn_" : "_") + type;
    const std::string text = name + " " + (returns ? registers(12, words) + ", " : "") + "v8, " +
                             registers(0, words) + second_data + space.ending;
    ASSERT_NO_FATAL_FAILURE(
        prove_update(bench, space, name, text, bits, returns, 12, 4, update, value_type));
  }
}

void prove_whole_numbers(Bench& bench, unsigned bits) {
  const std::string width = std::to_string(bits);
  const unsigned words = bits / 32;
  for (const Atomic& atomic : atomics) {
    const Update update = [&](u64 a, u64 b, u64) {
      return atomic.function(a, b, bits) & low_bits(bits);
    };
    const std::string type = atomic.kind + width;
    if (*atomic.old_name != '\0') {
      ASSERT_NO_FATAL_FAILURE(prove_in_memory(
          bench, atomic.old_name + std::string(bits == 64 ? "_x2" : ""), bits, words, update));
      ASSERT_NO_FATAL_FAILURE(
          prove_in_memory(bench, atomic.new_name + ("_" + type), bits, words, update));
    }
    if (*atomic.shared_name != '\0') {
      ASSERT_NO_FATAL_FAILURE(prove_in_shared(bench, atomic.shared_name, type, bits, true, update));
    }
  }
  const Update exchange = [](u64, u64 b, u64) { return b; };
  for (const char* name : {"wrxchg", "storexchg"})
    ASSERT_NO_FATAL_FAILURE(prove_in_shared(bench, name, "b" + width, bits, false, exchange));
  const Update if_equal = [](u64 a, u64 b, u64 expected) { return a == expected ? b : a; };
  for (const std::string& name : std::vector<std::string>{
           "cmpswap" + std::string(bits == 64 ? "_x2" : ""), "cmpswap_b" + width})
    ASSERT_NO_FATAL_FAILURE(prove_in_memory(bench, name, bits, 2 * words, if_equal));
  const std::string data = ", " + registers(4, words);
  ASSERT_NO_FATAL_FAILURE(
      prove_in_shared(bench, "cmpstore", "b" + width, bits, true, if_equal, 'w', data));
  const Update expected_first = [](u64 a, u64 b, u64 c) { return a == b ? c : a; };
  ASSERT_NO_FATAL_FAILURE(
      prove_in_shared(bench, "cmpst", "b" + width, bits, true, expected_first, 'w', data));
}

template <typename T>
u64 least(u64 a, u64 b, u64) {
  const T x = from_bits<T>(a);
  const T y = from_bits<T>(b);
  const u64 quiet = u64{1} << (sizeof(T) == 8 ? 51 : 22);
  for (const u64 one : {a, b})
    if (std::isnan(from_bits<T>(one)) && (one & quiet) == 0) return to_bits(static_cast<T>(NAN));
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) ? b : a;
  return x < y || (x == y && std::signbit(x)) ? a : b;
}

template <typename T>
u64 greatest(u64 a, u64 b, u64 c) {
  const u64 sign = u64{1} << (8 * sizeof(T) - 1);
  return least<T>(a ^ sign, b ^ sign, c) ^ sign;
}

template <typename T>
u64 total(u64 a, u64 b, u64) {
  if constexpr (std::is_same_v<T, double>)
    return to_bits(std::fma(1.0, from_bits<double>(a), from_bits<double>(b)));
  return to_bits(static_cast<T>(static_cast<long double>(from_bits<T>(a)) +
                                static_cast<long double>(from_bits<T>(b))));
}

/// Each half of a word has a sum of its own. A double has more than twice their digits, so that
/// rounding it again gives the nearest value.
u64 total_of_halves(u64 a, u64 b, u64) {
  const auto part = [&](unsigned shift) {
    const auto value = [&](u64 word) {
      return static_cast<double>(from_bits<half>(word >> shift & 0xffff));
    };
    return to_bits(static_cast<half>(value(a) + value(b))) << shift;
  };
  return part(0) | part(16);
}

u64 total_of_bfloats(u64 a, u64 b, u64) {
  const auto part = [&](unsigned shift) {
    const auto value = [&](u64 word) { return double{value_of_bfloat(word >> shift & 0xffff)}; };
    return nearest_bfloat(value(a) + value(b)) << shift;
  };
  return part(0) | part(16);
}

void prove_floats(Bench& bench) {
  const auto both = [&](const char* names, const char* shared, const char* type, unsigned bits,
                        const Update& update, char value_type = '\0') {
    if (value_type == '\0') value_type = bits == 64 ? 'g' : 'f';
    for (const std::string& name : words_of_list(names))
      ASSERT_NO_FATAL_FAILURE(prove_in_memory(bench, name, bits, bits / 32, update, value_type));
    for (const std::string& name : words_of_list(shared))
      ASSERT_NO_FATAL_FAILURE(prove_in_shared(bench, name, type, bits, true, update, value_type));
  };
  both("add_f32", "add", "f32", 32, total<float>);
  both("add_f64", "add", "f64", 64, total<double>);
  both("pk_add_f16", "pk_add", "f16", 32, total_of_halves, 'p');
  both("pk_add_bf16", "pk_add", "bf16", 32, total_of_bfloats, 'z');
  both("fmin min_f32 min_num_f32", "min min_num", "f32", 32, least<float>);
  both("fmax max_f32 max_num_f32", "max max_num", "f32", 32, greatest<float>);
  both("fmin_x2 min_f64", "min min_num", "f64", 64, least<double>);
  both("fmax_x2 max_f64", "max max_num", "f64", 64, greatest<double>);
}

}  // namespace

void prove_atomics(Bench& bench) {
  prove_whole_numbers(bench, 32);
  prove_whole_numbers(bench, 64);
  prove_floats(bench);
  const Update subtract = [](u64 a, u64 b, u64) { return b > a ? 0 : a - b; };
  for (const char* name : {"csub", "csub_u32", "sub_clamp_u32"})
    prove_in_memory(bench, name, 32, 1, subtract);
  prove_in_shared(bench, "sub_clamp", "u32", 32, true, subtract);
  const Update if_possible = [](u64 a, u64 b, u64) { return b > a ? a : a - b; };
  prove_in_memory(bench, "cond_sub_u32", 32, 1, if_possible);
  prove_in_shared(bench, "cond_sub", "u32", 32, true, if_possible);
}

}  // namespace amd_emulator::test
