#include <algorithm>

#include "base/fault.hpp"
#include "execute/float_values.hpp"
#include "execute/vector.hpp"

// Two numbers in each lane: of 16 bits in one register, of 32 bits in two. Source: AMD, "Vega 7nm
// Instruction Set Architecture", "MI200 Instruction Set Architecture" and "RDNA 2 Instruction Set
// Architecture", chapter on VOP3P instructions.

namespace amd_emulator {
namespace {

template <typename T>
T limited(T value) {
  if constexpr (is_float<T>)
    return value > T{0} ? std::min(value, T{1}) : T{0};
  else
    return value;
}

/// Chooses the words of one of two numbers of a source, negated if the instruction says so.
inline const u32* words_of_part(const u32* source, bool take_high, bool negate,
                                LaneBuffer& buffer) {
  const u32* const words = source + (take_high ? max_lanes : 0);
  if (!negate) return words;
  for (unsigned lane = 0; lane < max_lanes; ++lane) buffer.words[lane] = words[lane] ^ 0x80000000;
  return buffer.words;
}

constexpr bool bit(unsigned bits, std::size_t number) { return (bits >> number & 1) != 0; }

/// Two numbers of 32 bits in two registers: the lanes of each are computed as for one number.
template <typename F, typename T, std::size_t... I>
void compute_words(const Instruction& instruction, const u32* const* in, LaneBuffer& result,
                   std::index_sequence<I...> sequence) {
  for (unsigned part = 0; part < 2; ++part) {
    const unsigned select = part == 0 ? instruction.select : instruction.select_high;
    const unsigned negate = part == 0 ? instruction.negate_low : instruction.negate_high;
    LaneBuffer negated[sizeof...(I)];
    const std::array<const u32*, sizeof...(I)> words{
        words_of_part(in[I], bit(select, I), bit(negate, I), negated[I])...};
    for_lanes<T, std::conditional_t<I == I, T, void>...>(max_lanes, result.words + part * max_lanes,
                                                         F{}, words, sequence);
  }
}

template <typename F, typename T, std::size_t... I>
void compute_halves(const Instruction& instruction, const u32* const* in, LaneBuffer& result,
                    std::index_sequence<I...>) {
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    u32 word = 0;
    for (unsigned part = 0; part < 2; ++part) {
      const unsigned select = part == 0 ? instruction.select : instruction.select_high;
      const unsigned negate = part == 0 ? instruction.negate_low : instruction.negate_high;
      const T value = F{}(from_bits<T>((bit(select, I) ? in[I][lane] >> 16 : in[I][lane] & 0xffff) ^
                                       (bit(negate, I) ? 0x8000U : 0U))...);
      word |= static_cast<u32>(to_bits(instruction.clamp ? limited(value) : value)) << 16 * part;
    }
    result.words[lane] = word;
  }
}

template <typename F, typename T, std::size_t... I>
void run_packed(Wave& wave, const Instruction& instruction, std::index_sequence<I...> sequence) {
  using Pair = std::conditional_t<sizeof(T) == 4, u64, u32>;
  std::optional<FloatModeGuard> guard;
  if (is_float<T> && !wave.mode.is_default()) guard.emplace(wave.mode, sizeof(T) == 4);
  LaneBuffer buffers[sizeof...(I)];
  const u32* const in[] = {fetch<Pair>(wave, instruction, 1 + I, buffers[I])...};
  LaneBuffer result;
  if constexpr (sizeof(T) == 4) {
    compute_words<F, T>(instruction, in, result, sequence);
    if (instruction.clamp)
      for (u32& word : result.words) word = std::bit_cast<u32>(limited(std::bit_cast<T>(word)));
  } else {
    compute_halves<F, T>(instruction, in, result, sequence);
  }
  commit<Pair>(wave, instruction, 0, result);
}

/// Inline constants of packed instructions are those of one number, in the low part.
template <typename T, unsigned sources>
void prepare_packed(Instruction& instruction, const Preparation& with) {
  using Pair = std::conditional_t<sizeof(T) == 4, u64, u32>;
  if (!is_float<T> && instruction.clamp) throw Fault("clamp is not emulated for it");
  for (unsigned number = 1; number <= sources; ++number) {
    Operand& operand = instruction.operand[number];
    if (operand.kind == OperandKind::constant && operand.form == ConstantForm::floating) {
      operand.bits = constant_bits<T>(operand);
      operand.form = ConstantForm::integer;
    }
    prepare_source<Pair>(instruction, number, with);
  }
}

template <typename F>
Semantics packed(F) {
  using T = typename Signature<F>::Result;
  constexpr unsigned sources = Signature<F>::count;
  return {.run =
              [](Wave& wave, const Instruction& instruction) {
                run_packed<F, T>(wave, instruction, std::make_index_sequence<sources>{});
              },
          .prepare = prepare_packed<T, sources>};
}

/// The destination is the addend, too.
void run_accumulating(Wave& wave, const Instruction& instruction) {
  LaneBuffer buffers[2];
  const u32* const a = fetch<u32>(wave, instruction, 1, buffers[0]);
  const u32* const b = fetch<u32>(wave, instruction, 2, buffers[1]);
  const u32* const c = wave.vector_register(instruction.operand[0].index);
  LaneBuffer result;
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    u32 word = 0;
    for (unsigned shift = 0; shift < 32; shift += 16) {
      const auto at = [shift](u32 words) { return from_bits<half>(words >> shift); };
      word |= static_cast<u32>(to_bits(fused(at(a[lane]), at(b[lane]), at(c[lane])))) << shift;
    }
    result.words[lane] = word;
  }
  commit<u32>(wave, instruction, 0, result);
}

void add_halves_pairs(Table& t) {
  t.add("v_pk_add_f16", packed([](half a, half b) { return sum(a, b); }));
  t.add("v_pk_mul_f16", packed([](half a, half b) { return product(a, b); }));
  t.add("v_pk_min_f16", packed([](half a, half b) { return min_number(a, b); }));
  t.add("v_pk_max_f16", packed([](half a, half b) { return max_number(a, b); }));
  t.add("v_pk_fmac_f16", {.run = run_accumulating, .prepare = prepare_packed<half, 2>});
  t.add("v_pk_fma_f16", packed([](half a, half b, half c) { return fused(a, b, c); }));
  t.alias("v_pk_min_num_f16", "v_pk_min_f16");
  t.alias("v_pk_max_num_f16", "v_pk_max_f16");
  t.add("v_pk_minimum_f16", packed([](half a, half b) { return minimum(a, b); }));
  t.add("v_pk_maximum_f16", packed([](half a, half b) { return maximum(a, b); }));
  t.add("v_pk_add_u16", packed([](u16 a, u16 b) { return static_cast<u16>(a + b); }));
  t.add("v_pk_sub_u16", packed([](u16 a, u16 b) { return static_cast<u16>(a - b); }));
  t.add("v_pk_add_i16", packed([](u16 a, u16 b) { return static_cast<u16>(a + b); }));
  t.add("v_pk_sub_i16", packed([](u16 a, u16 b) { return static_cast<u16>(a - b); }));
  t.add("v_pk_mul_lo_u16", packed([](u16 a, u16 b) { return static_cast<u16>(u32{a} * b); }));
  for (const char* name : {"v_pk_mad_u16", "v_pk_mad_i16"})
    t.add(name, packed([](u16 a, u16 b, u16 c) { return static_cast<u16>(u32{a} * b + c); }));
  t.add("v_pk_min_u16", packed([](u16 a, u16 b) { return std::min(a, b); }));
  t.add("v_pk_max_u16", packed([](u16 a, u16 b) { return std::max(a, b); }));
  t.add("v_pk_min_i16", packed([](i16 a, i16 b) { return std::min(a, b); }));
  t.add("v_pk_max_i16", packed([](i16 a, i16 b) { return std::max(a, b); }));
  t.add("v_pk_lshlrev_b16", packed([](u16 a, u16 b) { return static_cast<u16>(b << (a & 15)); }));
  t.add("v_pk_lshrrev_b16", packed([](u16 a, u16 b) { return static_cast<u16>(b >> (a & 15)); }));
  t.add("v_pk_ashrrev_i16", packed([](i16 a, i16 b) { return static_cast<i16>(b >> (a & 15)); }));
}

// Sums of a mixture of floats and halves: op_sel_hi makes a source a half, op_sel chooses which.

enum class MixResult : u8 { single, low, high };

float mix_source(const Instruction& instruction, unsigned source, u32 word) {
  const Operand& operand = instruction.operand[source + 1];
  float value = std::bit_cast<float>(word);
  if ((instruction.select_high >> source & 1) != 0)
    value = static_cast<float>(std::bit_cast<half>(
        static_cast<u16>((instruction.select >> source & 1) != 0 ? word >> 16 : word)));
  if (operand.absolute) value = std::fabs(value);
  return operand.negate ? -value : value;
}

template <MixResult kind>
void run_mix(Wave& wave, const Instruction& instruction) {
  LaneBuffer buffers[3];
  const u32* in[3];
  for (unsigned i = 0; i < 3; ++i) in[i] = fetch<u32>(wave, instruction, 1 + i, buffers[i]);
  const u32* const before = wave.vector_register(instruction.operand[0].index);
  LaneBuffer result;
  for (unsigned lane = 0; lane < max_lanes; ++lane) {
    float value =
        fused(mix_source(instruction, 0, in[0][lane]), mix_source(instruction, 1, in[1][lane]),
              mix_source(instruction, 2, in[2][lane]));
    if (instruction.clamp) value = limited(value);
    const u32 bits = std::bit_cast<u16>(static_cast<half>(value));
    if constexpr (kind == MixResult::single) put(result.words, lane, value);
    if constexpr (kind == MixResult::low) result.words[lane] = (before[lane] & 0xffff0000) | bits;
    if constexpr (kind == MixResult::high)
      result.words[lane] = (before[lane] & 0xffff) | bits << 16;
  }
  commit<u32>(wave, instruction, 0, result);
}

void prepare_mix(Instruction& instruction, const Preparation& with) {
  for (unsigned number = 1; number <= 3; ++number) {
    Operand& operand = instruction.operand[number];
    if (operand.kind == OperandKind::constant) {
      const bool is_half = (instruction.select_high >> (number - 1) & 1) != 0;
      operand.bits = is_half ? constant_bits<half>(operand) : constant_bits<float>(operand);
      operand.form = ConstantForm::integer;
      operand.lanes = with.program.broadcast(operand.bits);
    }
    // The modifiers are applied by run_mix.
    operand.plain = operand.kind == OperandKind::constant || operand.kind == OperandKind::vector;
  }
}

}  // namespace

void add_packed(Table& t) {
  add_halves_pairs(t);
  t.add("v_pk_add_f32", packed([](float a, float b) { return a + b; }));
  t.add("v_pk_mul_f32", packed([](float a, float b) { return a * b; }));
  t.add("v_pk_fma_f32", packed([](float a, float b, float c) { return fused(a, b, c); }));
  for (const char* name : {"v_fma_mix_f32", "v_mad_mix_f32"})
    t.add(name, {.run = run_mix<MixResult::single>, .prepare = prepare_mix});
  for (const char* name : {"v_fma_mixlo_f16", "v_mad_mixlo_f16"})
    t.add(name, {.run = run_mix<MixResult::low>, .prepare = prepare_mix});
  for (const char* name : {"v_fma_mixhi_f16", "v_mad_mixhi_f16"})
    t.add(name, {.run = run_mix<MixResult::high>, .prepare = prepare_mix});
  // The first number of the first source and, with op_sel, of the second.
  t.add("v_pk_mov_b32", {.run =
                             [](Wave& wave, const Instruction& i) {
                               LaneBuffer buffers[2];
                               const u32* const a = fetch<u64>(wave, i, 1, buffers[0]);
                               const u32* const b = fetch<u64>(wave, i, 2, buffers[1]);
                               LaneBuffer result;
                               for (unsigned lane = 0; lane < max_lanes; ++lane)
                                 put<u64>(result.words, lane,
                                          join(a[lane + ((i.select & 1) != 0 ? max_lanes : 0)],
                                               b[lane + ((i.select & 2) != 0 ? max_lanes : 0)]));
                               commit<u64>(wave, i, 0, result);
                             },
                         .prepare = prepare_packed<u32, 2>});
}

}  // namespace amd_emulator
