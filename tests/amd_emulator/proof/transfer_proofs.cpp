// Loads and stores of global memory, scratch and LDS.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "execute/values.hpp"
#include "proof/memory_space.hpp"

namespace amd_emulator::test {
namespace {

constexpr int repetitions = 12;

/// What a load leaves in registers, or a store in memory.
struct Transfer {
  const char* names;  ///< Without the prefix, those of older processors and newer ones.
  unsigned bytes;
  bool is_signed = false;
  int half = -1;  ///< Of a register: 0 the lower one, 1 the upper one.
};
constexpr Transfer loads[] = {{"ubyte u8", 1},
                              {"sbyte i8", 1, true},
                              {"ushort u16", 2},
                              {"sshort i16", 2, true},
                              {"ubyte_d16 d16_u8", 1, false, 0},
                              {"ubyte_d16_hi d16_hi_u8", 1, false, 1},
                              {"sbyte_d16 d16_i8", 1, true, 0},
                              {"sbyte_d16_hi d16_hi_i8", 1, true, 1},
                              {"short_d16 d16_b16", 2, false, 0},
                              {"short_d16_hi d16_hi_b16", 2, false, 1},
                              {"dword b32", 4},
                              {"dwordx2 b64", 8},
                              {"dwordx3 b96", 12},
                              {"dwordx4 b128", 16}};
constexpr Transfer stores[] = {{"byte b8", 1},      {"byte_d16_hi d16_hi_b8", 1, false, 1},
                               {"short b16", 2},    {"short_d16_hi d16_hi_b16", 2, false, 1},
                               {"dword b32", 4},    {"dwordx2 b64", 8},
                               {"dwordx3 b96", 12}, {"dwordx4 b128", 16}};
constexpr Transfer shared_loads[] = {{"read_u8 load_u8", 1},
                                     {"read_i8 load_i8", 1, true},
                                     {"read_u16 load_u16", 2},
                                     {"read_i16 load_i16", 2, true},
                                     {"read_u8_d16 load_u8_d16", 1, false, 0},
                                     {"read_u8_d16_hi load_u8_d16_hi", 1, false, 1},
                                     {"read_i8_d16 load_i8_d16", 1, true, 0},
                                     {"read_i8_d16_hi load_i8_d16_hi", 1, true, 1},
                                     {"read_u16_d16 load_u16_d16", 2, false, 0},
                                     {"read_u16_d16_hi load_u16_d16_hi", 2, false, 1},
                                     {"read_b32 load_b32", 4},
                                     {"read_b64 load_b64", 8},
                                     {"read_b96 load_b96", 12},
                                     {"read_b128 load_b128", 16}};
constexpr Transfer shared_stores[] = {
    {"write_b8 store_b8", 1},    {"write_b8_d16_hi store_b8_d16_hi", 1, false, 1},
    {"write_b16 store_b16", 2},  {"write_b16_d16_hi store_b16_d16_hi", 2, false, 1},
    {"write_b32 store_b32", 4},  {"write_b64 store_b64", 8},
    {"write_b96 store_b96", 12}, {"write_b128 store_b128", 16}};

/// What a register holds after a load of some bytes.
u32 loaded(const Transfer& transfer, const u8* bytes, unsigned word, u32 before) {
  u32 value = 0;
  for (unsigned i = 0; i < std::min(transfer.bytes, 4U); ++i)
    value |= u32{bytes[4 * word + i]} << 8 * i;
  const unsigned bits = 8 * std::min(transfer.bytes, 4U);
  if (transfer.is_signed && (value >> (bits - 1) & 1) != 0)
    value |= ~static_cast<u32>(low_bits(bits));
  if (transfer.half == 0) return (before & 0xffff0000) | (value & 0xffff);
  return transfer.half == 1 ? (before & 0xffff) | value << 16 : value;
}

void prove_load(Bench& bench, const Space& space, const Transfer& transfer,
                const std::string& name) {
  const unsigned words = (transfer.bytes + 3) / 4;
  const std::string text = name + " " + registers(0, words) + ", " + space.operands + space.ending;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    bench.randomise();
    bench.randomise_memory();
    space.prepare(bench);
    std::vector<u32> expected;
    for (unsigned lane = 0; lane < bench.wave().lanes; ++lane)
      for (unsigned word = 0; word < words; ++word) {
        const u32 before = bench.lane(word, lane);
        expected.push_back(bench.is_active(lane)
                               ? loaded(transfer, space.memory(bench, lane), word, before)
                               : before);
      }
    bench.run(text);
    for (unsigned lane = 0; lane < bench.wave().lanes; ++lane)
      for (unsigned word = 0; word < words; ++word)
        ASSERT_EQ(bench.lane(word, lane), expected[lane * words + word])
            << text << ", lane " << lane;
  }
  Proven::add(name);
}

void prove_store(Bench& bench, const Space& space, const Transfer& transfer,
                 const std::string& name) {
  const unsigned words = (transfer.bytes + 3) / 4;
  const std::string data = registers(0, words);
  std::string text = name + " ";
  if (space.data_first) {
    text += data + ", " + space.operands;
  } else {
    const std::size_t comma = space.operands.find(", off");
    text +=
        space.operands.substr(0, comma) + ", " + data + (comma == std::string::npos ? "" : ", off");
  }
  text += space.ending;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    bench.randomise();
    bench.randomise_memory();
    space.prepare(bench);
    std::vector<std::vector<u8>> expected;
    for (unsigned lane = 0; lane < bench.wave().lanes; ++lane) {
      const u8* const at = space.memory(bench, lane);
      std::vector<u8> bytes(at, at + 16);
      for (unsigned i = 0; bench.is_active(lane) && i < transfer.bytes; ++i)
        bytes[i] = static_cast<u8>(bench.lane(i / 4, lane) >>
                                   (8 * (i % 4) + (transfer.half == 1 ? 16 : 0)));
      expected.push_back(bytes);
    }
    bench.run(text);
    for (unsigned lane = 0; lane < bench.wave().lanes; ++lane)
      ASSERT_EQ(std::memcmp(space.memory(bench, lane), expected[lane].data(),
                            space.prefix == "scratch_" ? transfer.bytes : 16),
                0)
          << text << ", lane " << lane;
  }
  Proven::add(name);
}

/// ds_read2 and the like: two values at offsets that count values, or 64 of them.
void prove_two(Bench& bench, const char* names, unsigned bytes, bool loads_values) {
  for (const std::string& name : words_of_list(names)) {
    const bool is_far =
        name.find("st64") != std::string::npos || name.find("stride64") != std::string::npos;
    const unsigned words = bytes / 4;
    const std::string text =
        name +
        (loads_values ? " " + registers(0, 2 * words) + ", v8"
                      : " v8, " + registers(0, words) + ", " + registers(4, words)) +
        " offset0:1 offset1:2";
    const unsigned unit = bytes * (is_far ? 64 : 1);
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      bench.randomise();
      bench.randomise_memory();
      for (unsigned lane = 0; lane < max_lanes; ++lane)
        bench.wave().vector_register(8)[lane] = lane * (is_far ? bytes : 3 * bytes);
      // Lanes may write the same place: the values of both are compared with what lies there.
      bench.run(text);
      for (unsigned lane = 0; lane < bench.wave().lanes; ++lane) {
        if (!bench.is_active(lane)) continue;
        for (unsigned which = 0; which < 2; ++which)
          for (unsigned word = 0; word < words; ++word) {
            u32 value = 0;
            std::memcpy(&value, &bench.lds()[bench.lane(8, lane) + unit * (which + 1) + 4 * word],
                        4);
            const unsigned data = loads_values ? which * words : 4 * which;
            ASSERT_EQ(bench.lane(data + word, lane), value) << text << ", lane " << lane;
          }
      }
    }
    Proven::add(name);
  }
}

}  // namespace

void prove_transfers(Bench& bench) {
  const auto all = [&](const Space& space, const Transfer& transfer, const std::string& stem,
                       auto prove) {
    for (const std::string& name : words_of_list(transfer.names))
      ASSERT_NO_FATAL_FAILURE(prove(bench, space, transfer, space.prefix + stem + name));
  };
  for (const Space& space : memory_spaces()) {
    for (const Transfer& transfer : loads) all(space, transfer, "load_", prove_load);
    for (const Transfer& transfer : stores) all(space, transfer, "store_", prove_store);
  }
  for (const Transfer& transfer : shared_loads) all(shared_space(), transfer, "", prove_load);
  for (const Transfer& transfer : shared_stores) all(shared_space(), transfer, "", prove_store);
  for (const unsigned bits : {32U, 64U}) {
    const std::string type = "_b" + std::to_string(bits);
    prove_two(bench,
              ("ds_read2" + type + " ds_load_2addr" + type + " ds_read2st64" + type +
               " ds_load_2addr_stride64" + type)
                  .c_str(),
              bits / 8, true);
    prove_two(bench,
              ("ds_write2" + type + " ds_store_2addr" + type + " ds_write2st64" + type +
               " ds_store_2addr_stride64" + type)
                  .c_str(),
              bits / 8, false);
  }
}

}  // namespace amd_emulator::test
