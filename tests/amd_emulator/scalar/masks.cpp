#include "execute/scalar.hpp"

// Source: AMD, "Vega 7nm Instruction Set Architecture" and "RDNA 2 Instruction Set Architecture",
// chapters on SOP2 and SOP1 instructions.

namespace amd_emulator {
namespace {

template <typename T>
T whole_quads(T mask) {
  T result = 0;
  for (unsigned quad = 0; quad < 8 * sizeof(T); quad += 4)
    if ((mask >> quad & 0xf) != 0) result |= T{0xf} << quad;
  return result;
}

template <typename T>
T quad_mask(T mask) {
  T result = 0;
  for (unsigned quad = 0; quad < 8 * sizeof(T); quad += 4)
    if ((mask >> quad & 0xf) != 0) result |= T{1} << quad / 4;
  return result;
}

template <typename T>
T reversed(T value) {
  T result = 0;
  for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit)
    if ((value >> bit & 1) != 0) result |= T{1} << (8 * sizeof(T) - 1 - bit);
  return result;
}

/// The number of bits equal to the sign after the highest one; -1 if all are.
template <typename T>
i32 sign_run(T value) {
  const auto bits = static_cast<std::make_unsigned_t<T>>(value < 0 ? ~value : value);
  return bits == 0 ? -1 : std::countl_zero(bits);
}

template <typename T>
T exec_of(const Wave& wave) {
  return static_cast<T>(wave.pair(exec_register));
}

template <typename T>
void set_exec(Wave& wave, T value) {
  wave.scalar[exec_register] = low_word(value);
  if constexpr (sizeof(T) == 8) wave.scalar[exec_register + 1] = high_word(value);
}

template <typename T, typename F>
Semantics saving_exec(F) {
  return scalar([](Wave& w, T source) {
    const T before = exec_of<T>(w);
    const T after = F{}(source, before);
    set_exec(w, after);
    w.scc = after != 0;
    return before;
  });
}

/// The same, returning the new mask.
template <typename T, typename F>
Semantics writing_exec(F) {
  return scalar([](Wave& w, T source) {
    const T after = F{}(source, exec_of<T>(w));
    set_exec(w, after);
    w.scc = after != 0;
    return after;
  });
}

template <typename T>
void add_logic(Table& t, const std::string& type) {
  t.add("s_and_" + type, scalar_flagged([](Wave&, T a, T b) { return a & b; }));
  t.add("s_or_" + type, scalar_flagged([](Wave&, T a, T b) { return a | b; }));
  t.add("s_xor_" + type, scalar_flagged([](Wave&, T a, T b) { return a ^ b; }));
  t.add("s_andn2_" + type, scalar_flagged([](Wave&, T a, T b) { return a & ~b; }));
  t.add("s_orn2_" + type, scalar_flagged([](Wave&, T a, T b) { return a | ~b; }));
  t.add("s_nand_" + type, scalar_flagged([](Wave&, T a, T b) { return ~(a & b); }));
  t.add("s_nor_" + type, scalar_flagged([](Wave&, T a, T b) { return ~(a | b); }));
  t.add("s_xnor_" + type, scalar_flagged([](Wave&, T a, T b) { return ~(a ^ b); }));
  t.add("s_not_" + type, scalar_flagged([](Wave&, T a) { return ~a; }));
  t.add("s_wqm_" + type, scalar_flagged([](Wave&, T a) { return whole_quads(a); }));
  t.add("s_quadmask_" + type, scalar_flagged([](Wave&, T a) { return quad_mask(a); }));
  t.add("s_mov_" + type, scalar([](Wave&, T a) { return a; }));
  t.add("s_cselect_" + type, scalar([](Wave& w, T a, T b) { return w.scc ? a : b; }));
  t.add("s_brev_" + type, scalar([](Wave&, T a) { return reversed(a); }));
  t.add("s_cmov_" + type,
        {.run =
             [](Wave& w, const Instruction& i) {
               if (w.scc) write_scalar(w, i.operand[0], read_scalar<T>(w, i.operand[1]));
             },
         .prepare = [](Instruction& i, const Preparation&) { prepare_scalar<T>(i, 1); }});
}

template <typename T>
void add_exec(Table& t, const std::string& type) {
  const auto both = [&](const std::string& name, const char* writing, auto function) {
    t.add("s_" + name + "_saveexec_" + type, saving_exec<T>(function));
    if (*writing != '\0') t.add(writing + type, writing_exec<T>(function));
  };
  both("and", "", [](T s, T e) { return s & e; });
  both("or", "", [](T s, T e) { return s | e; });
  both("xor", "", [](T s, T e) { return s ^ e; });
  both("nand", "", [](T s, T e) { return ~(s & e); });
  both("nor", "", [](T s, T e) { return ~(s | e); });
  both("xnor", "", [](T s, T e) { return ~(s ^ e); });
  both("andn2", "s_andn2_wrexec_", [](T s, T e) { return s & ~e; });
  both("orn2", "", [](T s, T e) { return s | ~e; });
  both("andn1", "s_andn1_wrexec_", [](T s, T e) { return ~s & e; });
  both("orn1", "", [](T s, T e) { return ~s | e; });
}

template <typename T>
void add_counts(Table& t, const std::string& type) {
  t.add("s_bcnt1_i32_" + type,
        scalar_flagged([](Wave&, T a) { return static_cast<u32>(std::popcount(a)); }));
  t.add("s_bcnt0_i32_" + type, scalar_flagged([](Wave&, T a) {
          return static_cast<u32>(std::popcount(static_cast<T>(~a)));
        }));
  t.add("s_ff1_i32_" + type, scalar([](Wave&, T a) { return a == 0 ? -1 : std::countr_zero(a); }));
  t.add("s_ff0_i32_" + type,
        scalar([](Wave&, T a) { return static_cast<T>(~a) == 0 ? -1 : std::countr_one(a); }));
  t.add("s_flbit_i32_" + type,
        scalar([](Wave&, T a) { return a == 0 ? -1 : std::countl_zero(a); }));
  t.add("s_bitcmp0_" + type,
        scalar([](Wave& w, T a, u32 b) { w.scc = (a >> (b & (8 * sizeof(T) - 1)) & 1) == 0; }));
  t.add("s_bitcmp1_" + type,
        scalar([](Wave& w, T a, u32 b) { w.scc = (a >> (b & (8 * sizeof(T) - 1)) & 1) != 0; }));
}

template <typename T, bool value>
void set_bit(Wave& wave, const Instruction& instruction) {
  const T before = read_scalar<T>(wave, instruction.operand[0]);
  const T bit = T{1} << (read_scalar<u32>(wave, instruction.operand[1]) & (8 * sizeof(T) - 1));
  write_scalar<T>(wave, instruction.operand[0], value ? before | bit : before & ~bit);
}

void prepare_bit(Instruction& instruction, const Preparation&) {
  prepare_scalar<u32>(instruction, 1);
}

}  // namespace

void add_scalar_masks(Table& t) {
  add_logic<u32>(t, "b32");
  add_logic<u64>(t, "b64");
  add_exec<u32>(t, "b32");
  add_exec<u64>(t, "b64");
  add_counts<u32>(t, "b32");
  add_counts<u64>(t, "b64");
  for (const std::string type : {"b32", "b64"}) {
    t.alias("s_and_not1_" + type, "s_andn2_" + type);
    t.alias("s_or_not1_" + type, "s_orn2_" + type);
    t.alias("s_and_not1_saveexec_" + type, "s_andn2_saveexec_" + type);
    t.alias("s_or_not1_saveexec_" + type, "s_orn2_saveexec_" + type);
    t.alias("s_and_not0_saveexec_" + type, "s_andn1_saveexec_" + type);
    t.alias("s_or_not0_saveexec_" + type, "s_orn1_saveexec_" + type);
    t.alias("s_and_not1_wrexec_" + type, "s_andn2_wrexec_" + type);
    t.alias("s_and_not0_wrexec_" + type, "s_andn1_wrexec_" + type);
    t.alias("s_ctz_i32_" + type, "s_ff1_i32_" + type);
  }
  t.alias("s_clz_i32_u32", "s_flbit_i32_b32");
  t.alias("s_clz_i32_u64", "s_flbit_i32_b64");
  t.add("s_flbit_i32", scalar([](Wave&, i32 a) { return sign_run(a); }));
  t.add("s_flbit_i32_i64", scalar([](Wave&, i64 a) { return sign_run(a); }));
  t.alias("s_cls_i32", "s_flbit_i32");
  t.alias("s_cls_i32_i64", "s_flbit_i32_i64");
  t.add("s_bitset0_b32", {.run = set_bit<u32, false>, .prepare = prepare_bit});
  t.add("s_bitset1_b32", {.run = set_bit<u32, true>, .prepare = prepare_bit});
  t.add("s_bitset0_b64", {.run = set_bit<u64, false>, .prepare = prepare_bit});
  t.add("s_bitset1_b64", {.run = set_bit<u64, true>, .prepare = prepare_bit});
  t.add("s_bitreplicate_b64_b32", scalar([](Wave&, u32 a) {
          u64 result = 0;
          for (unsigned bit = 0; bit < 32; ++bit)
            if ((a >> bit & 1) != 0) result |= u64{3} << 2 * bit;
          return result;
        }));
}

}  // namespace amd_emulator
