#include "execute/memory_access.hpp"
#include "execute/transfer.hpp"

// LDS, which duet's kernels call shared memory. Source: AMD, "Vega 7nm Instruction Set
// Architecture" and "RDNA 2 Instruction Set Architecture", chapter on data share instructions.

namespace amd_emulator {
namespace {

template <typename Kind>
const u8* read_place(Wave& wave, u64 offset) {
  const u8* const place = shared_memory(wave, offset, Kind::bytes);
  note_access(wave, place, Kind::bytes, AccessKind::read);
  return place;
}

template <typename Kind>
u8* written_place(Wave& wave, u64 offset) {
  u8* const place = shared_memory(wave, offset, Kind::bytes);
  note_access(wave, place, Kind::bytes, AccessKind::write);
  return place;
}

template <typename Kind>
void load(Wave& wave, const Instruction& instruction) {
  const u32* const address = wave.vector_register(instruction.operand[1].index);
  u32* const to = wave.vector_register(instruction.operand[0].index);
  for_each_lane(wave.exec(), [&](unsigned lane) {
    const u32 offset = address[lane] + static_cast<u32>(instruction.offset);
    Kind::load(read_place<Kind>(wave, offset), to, lane);
  });
}

template <typename Kind>
void store(Wave& wave, const Instruction& instruction) {
  const u32* const address = wave.vector_register(instruction.operand[0].index);
  const u32* const from = wave.vector_register(instruction.operand[1].index);
  for_each_lane(wave.exec(), [&](unsigned lane) {
    const u32 offset = address[lane] + static_cast<u32>(instruction.offset);
    Kind::store(written_place<Kind>(wave, offset), from, lane);
  });
}

/// Two values at two offsets, which count `stride` values.
template <unsigned words, unsigned stride>
void load_two(Wave& wave, const Instruction& instruction) {
  using Kind = Words<words>;
  const u32* const address = wave.vector_register(instruction.operand[1].index);
  u32* const to = wave.vector_register(instruction.operand[0].index);
  for_each_lane(wave.exec(), [&](unsigned lane) {
    const u32 base = address[lane];
    constexpr u32 unit = Kind::bytes * stride;
    Kind::load(read_place<Kind>(wave, base + unit * static_cast<u32>(instruction.offset)), to,
               lane);
    Kind::load(read_place<Kind>(wave, base + unit * static_cast<u32>(instruction.offset_1)),
               to + words * max_lanes, lane);
  });
}

template <unsigned words, unsigned stride>
void store_two(Wave& wave, const Instruction& instruction) {
  using Kind = Words<words>;
  const u32* const address = wave.vector_register(instruction.operand[0].index);
  const u32* const first = wave.vector_register(instruction.operand[1].index);
  const u32* const second = wave.vector_register(instruction.operand[2].index);
  for_each_lane(wave.exec(), [&](unsigned lane) {
    const u32 base = address[lane];
    constexpr u32 unit = Kind::bytes * stride;
    Kind::store(written_place<Kind>(wave, base + unit * static_cast<u32>(instruction.offset)),
                first, lane);
    Kind::store(written_place<Kind>(wave, base + unit * static_cast<u32>(instruction.offset_1)),
                second, lane);
  });
}

}  // namespace

void add_shared_loads(Table& t) {
  t.add("ds_read_u8", {.run = load<Extended<u8>>});
  t.add("ds_read_i8", {.run = load<Extended<i8>>});
  t.add("ds_read_u16", {.run = load<Extended<u16>>});
  t.add("ds_read_i16", {.run = load<Extended<i16>>});
  t.add("ds_read_u8_d16", {.run = load<HalfOfRegister<u8, false>>});
  t.add("ds_read_u8_d16_hi", {.run = load<HalfOfRegister<u8, true>>});
  t.add("ds_read_i8_d16", {.run = load<HalfOfRegister<i8, false>>});
  t.add("ds_read_i8_d16_hi", {.run = load<HalfOfRegister<i8, true>>});
  t.add("ds_read_u16_d16", {.run = load<HalfOfRegister<u16, false>>});
  t.add("ds_read_u16_d16_hi", {.run = load<HalfOfRegister<u16, true>>});
  t.add("ds_read_b32", {.run = load<Words<1>>});
  t.add("ds_read_b64", {.run = load<Words<2>>});
  t.add("ds_read_b96", {.run = load<Words<3>>});
  t.add("ds_read_b128", {.run = load<Words<4>>});
  t.add("ds_write_b8", {.run = store<Part16<u8, false>>});
  t.add("ds_write_b8_d16_hi", {.run = store<Part16<u8, true>>});
  t.add("ds_write_b16", {.run = store<Part16<u16, false>>});
  t.add("ds_write_b16_d16_hi", {.run = store<Part16<u16, true>>});
  t.add("ds_write_b32", {.run = store<Words<1>>});
  t.add("ds_write_b64", {.run = store<Words<2>>});
  t.add("ds_write_b96", {.run = store<Words<3>>});
  t.add("ds_write_b128", {.run = store<Words<4>>});
  t.add("ds_read2_b32", {.run = load_two<1, 1>});
  t.add("ds_read2_b64", {.run = load_two<2, 1>});
  t.add("ds_read2st64_b32", {.run = load_two<1, 64>});
  t.add("ds_read2st64_b64", {.run = load_two<2, 64>});
  t.add("ds_write2_b32", {.run = store_two<1, 1>});
  t.add("ds_write2_b64", {.run = store_two<2, 1>});
  t.add("ds_write2st64_b32", {.run = store_two<1, 64>});
  t.add("ds_write2st64_b64", {.run = store_two<2, 64>});
  constexpr const char* renamed[][2] = {
      {"load_u8", "read_u8"},
      {"load_i8", "read_i8"},
      {"load_u16", "read_u16"},
      {"load_i16", "read_i16"},
      {"load_u8_d16", "read_u8_d16"},
      {"load_u8_d16_hi", "read_u8_d16_hi"},
      {"load_i8_d16", "read_i8_d16"},
      {"load_i8_d16_hi", "read_i8_d16_hi"},
      {"load_u16_d16", "read_u16_d16"},
      {"load_u16_d16_hi", "read_u16_d16_hi"},
      {"load_b32", "read_b32"},
      {"load_b64", "read_b64"},
      {"load_b96", "read_b96"},
      {"load_b128", "read_b128"},
      {"store_b8", "write_b8"},
      {"store_b8_d16_hi", "write_b8_d16_hi"},
      {"store_b16", "write_b16"},
      {"store_b16_d16_hi", "write_b16_d16_hi"},
      {"store_b32", "write_b32"},
      {"store_b64", "write_b64"},
      {"store_b96", "write_b96"},
      {"store_b128", "write_b128"},
      {"load_2addr_b32", "read2_b32"},
      {"load_2addr_b64", "read2_b64"},
      {"load_2addr_stride64_b32", "read2st64_b32"},
      {"load_2addr_stride64_b64", "read2st64_b64"},
      {"store_2addr_b32", "write2_b32"},
      {"store_2addr_b64", "write2_b64"},
      {"store_2addr_stride64_b32", "write2st64_b32"},
      {"store_2addr_stride64_b64", "write2st64_b64"},
  };
  for (const auto& [name, older] : renamed)
    t.alias(std::string("ds_") + name, std::string("ds_") + older);
}

}  // namespace amd_emulator
