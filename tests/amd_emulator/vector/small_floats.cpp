#include "execute/small_floats.hpp"

#include "base/fault.hpp"
#include "execute/float_values.hpp"
#include "execute/vector.hpp"

// Conversions from and to numbers of 8 bits. gfx942 has formats without infinities, gfx12 those of
// the Open Compute Project. Source: AMD, "MI300 Instruction Set Architecture" and "RDNA 4
// Instruction Set Architecture", chapters on VOP1 and VOP3 instructions.

namespace amd_emulator {
namespace {

constexpr u32 saturating = 1U << 23;  // FP16_OVFL of the register MODE

Format8 format_of(const Wave& wave, bool is_wide) {
  return format_8(wave.target->generation < 12, is_wide);
}

/// The chosen part of the source: by SDWA, byte_sel or op_sel.
unsigned byte_of_source(const Instruction& i) {
  const Part part = i.operand[1].part;
  if (part == Part::half_1) return 2;
  if (part >= Part::byte_0 && part <= Part::byte_3)
    return static_cast<unsigned>(part) - static_cast<unsigned>(Part::byte_0);
  return i.byte_select;
}

/// The words of a source, without a choice of parts.
const u32* raw_words(Wave& wave, const Instruction& i, unsigned number, LaneBuffer& buffer) {
  Operand operand = i.operand[number];
  operand.part = Part::word;
  fetch_raw(wave, i, operand, 1, buffer);
  return buffer.words;
}

template <bool is_wide>
void widen_one(Wave& wave, const Instruction& i) {
  LaneBuffer buffer;
  const u32* const from = raw_words(wave, i, 1, buffer);
  const unsigned shift = 8 * byte_of_source(i);
  LaneBuffer result;
  for (unsigned lane = 0; lane < max_lanes; ++lane)
    put(result.words, lane, from_8_bits(from[lane] >> shift, format_of(wave, is_wide)));
  commit<u32>(wave, i, 0, result);
}

template <bool is_wide>
void widen_pair(Wave& wave, const Instruction& i) {
  LaneBuffer buffer;
  const u32* const from = raw_words(wave, i, 1, buffer);
  const bool is_high = byte_of_source(i) >= 2 || (i.select & 1) != 0;
  LaneBuffer result;
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    const u32 bits = from[lane] >> (is_high ? 16 : 0);
    put(result.words, lane, from_8_bits(bits, format_of(wave, is_wide)));
    put(result.words + max_lanes, lane, from_8_bits(bits >> 8, format_of(wave, is_wide)));
  }
  commit<u64>(wave, i, 0, result);
}

/// Two numbers become a half of the destination; the other half is kept.
template <bool is_wide>
void narrow_pair(Wave& wave, const Instruction& i) {
  LaneBuffer buffers[2];
  const u32* const a = fetch<float>(wave, i, 1, buffers[0]);
  const u32* const b = fetch<float>(wave, i, 2, buffers[1]);
  const u32* const before = wave.vector_register(i.operand[0].index);
  const unsigned shift = (i.select >> 2 & 1) != 0 ? 16 : 0;
  const bool saturates = (wave.mode.bits & saturating) != 0;
  LaneBuffer result;
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    const Format8 format = format_of(wave, is_wide);
    const u32 pair = to_8_bits(get<float>(a, lane), format, saturates) |
                     to_8_bits(get<float>(b, lane), format, saturates) << 8;
    result.words[lane] = (before[lane] & ~(u32{0xffff} << shift)) | pair << shift;
  }
  commit<u32>(wave, i, 0, result);
}

/// One number becomes a byte of the destination, rounded with the noise of the second source.
template <bool is_wide>
void narrow_with_noise(Wave& wave, const Instruction& i) {
  LaneBuffer buffers[2];
  const u32* const a = fetch<float>(wave, i, 1, buffers[0]);
  const u32* const noise = fetch<u32>(wave, i, 2, buffers[1]);
  const u32* const before = wave.vector_register(i.operand[0].index);
  const unsigned shift = 8 * (i.byte_select != 0 ? i.byte_select : i.select >> 2 & 3);
  const bool saturates = (wave.mode.bits & saturating) != 0;
  LaneBuffer result;
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    const u32 byte =
        to_8_bits(get<float>(a, lane), format_of(wave, is_wide), saturates, &noise[lane]);
    result.words[lane] = (before[lane] & ~(u32{0xff} << shift)) | byte << shift;
  }
  commit<u32>(wave, i, 0, result);
}

void prepare_widening(Instruction& i, const Preparation& with) { prepare_source<u32>(i, 1, with); }

template <typename Second>
void prepare_narrowing(Instruction& i, const Preparation& with) {
  prepare_source<float>(i, 1, with);
  prepare_source<Second>(i, 2, with);
}

template <bool is_wide>
void add_format(Table& t, const std::string& type) {
  t.add("v_cvt_f32_" + type, {.run = widen_one<is_wide>, .prepare = prepare_widening});
  t.add("v_cvt_pk_f32_" + type, {.run = widen_pair<is_wide>, .prepare = prepare_widening});
  t.add("v_cvt_pk_" + type + "_f32",
        {.run = narrow_pair<is_wide>, .prepare = prepare_narrowing<float>});
  t.add("v_cvt_sr_" + type + "_f32",
        {.run = narrow_with_noise<is_wide>, .prepare = prepare_narrowing<u32>});
}

}  // namespace

void add_small_floats(Table& t) {
  add_format<false>(t, "fp8");
  add_format<true>(t, "bf8");
}

}  // namespace amd_emulator
