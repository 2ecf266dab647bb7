#include "execute/atomic_operations.hpp"
#include "execute/memory_access.hpp"
#include "execute/transfer.hpp"

// The waves of a block run in one thread of this process, and so their updates of LDS are whole.
// Source: see atomic_operations.hpp.

namespace amd_emulator {
namespace {

template <typename T, bool returns, typename Update>
void run_atomic(Wave& wave, const Instruction& instruction, Update update) {
  constexpr unsigned first = returns ? 1 : 0;
  const u32* const address = wave.vector_register(instruction.operand[first].index);
  const u32* const values = wave.vector_register(instruction.operand[first + 1].index);
  for_each_lane(wave.exec(), [&](unsigned lane) {
    const u32 offset = address[lane] + static_cast<u32>(instruction.offset);
    u8* const memory = shared_memory(wave, offset, sizeof(T));
    note_access(wave, memory, sizeof(T), AccessKind::atomic);
    T before;
    std::memcpy(&before, memory, sizeof(T));
    const T after = update(before, values, lane);
    std::memcpy(memory, &after, sizeof(T));
    if constexpr (returns) put<T>(wave.vector_register(instruction.operand[0].index), lane, before);
  });
}

template <typename T, bool returns, typename F>
void update(Wave& wave, const Instruction& instruction) {
  run_atomic<T, returns>(wave, instruction, [](T current, const u32* values, unsigned lane) {
    return F{}(current, get<T>(values, lane));
  });
}

/// The expected value is the first data operand, the new one the second; since gfx11 the new value
/// is the first.
template <typename T, bool returns, bool new_first>
void compare_and_store(Wave& wave, const Instruction& instruction) {
  const u32* const others = wave.vector_register(instruction.operand[returns ? 3 : 2].index);
  run_atomic<T, returns>(wave, instruction, [others](T current, const u32* values, unsigned lane) {
    const T expected = get<T>(new_first ? others : values, lane);
    return current == expected ? get<T>(new_first ? values : others, lane) : current;
  });
}

template <typename T, typename F>
void add_one(Table& t, const std::string& name, const std::string& type, F) {
  t.add("ds_" + name + "_" + type, {.run = update<T, false, F>});
  t.add("ds_" + name + "_rtn_" + type, {.run = update<T, true, F>});
}

/// Names of data share instructions: "smin" is ds_min_i32, "swap" is ds_wrxchg_rtn_b32.
template <typename T>
void add_integers(Table& t, const std::string& bits) {
  for_each_integer_atomic<T>([&]<typename F>(const std::string& name, F function) {
    const bool is_signed = name == "smin" || name == "smax";
    const bool is_logic = name == "and" || name == "or" || name == "xor";
    if (name == "swap")
      t.add("ds_wrxchg_rtn_b" + bits, {.run = update<T, true, F>});
    else if (is_signed || name == "umin" || name == "umax")
      add_one<T>(t, name.substr(1), (is_signed ? "i" : "u") + bits, function);
    else
      add_one<T>(t, name, (is_logic ? "b" : "u") + bits, function);
  });
  add_one<T>(t, "rsub", "u" + bits, [](T a, T b) { return static_cast<T>(b - a); });
  t.alias("ds_storexchg_rtn_b" + bits, "ds_wrxchg_rtn_b" + bits);
  t.add("ds_cmpst_b" + bits, {.run = compare_and_store<T, false, false>});
  t.add("ds_cmpst_rtn_b" + bits, {.run = compare_and_store<T, true, false>});
  t.add("ds_cmpstore_b" + bits, {.run = compare_and_store<T, false, true>});
  t.add("ds_cmpstore_rtn_b" + bits, {.run = compare_and_store<T, true, true>});
}

template <typename T>
void add_floats(Table& t, const std::string& type) {
  add_one<T>(t, "add", type, [](T a, T b) { return a + b; });
  add_one<T>(t, "min", type, [](T a, T b) { return min_number(a, b); });
  add_one<T>(t, "max", type, [](T a, T b) { return max_number(a, b); });
  for (const char* name : {"min", "max"})
    for (const char* form : {"_", "_rtn_"})
      t.alias(std::string("ds_") + name + "_num" + form + type,
              std::string("ds_") + name + form + type);
}

}  // namespace

void add_shared_atomics(Table& t) {
  add_integers<u32>(t, "32");
  add_integers<u64>(t, "64");
  add_floats<float>(t, "f32");
  add_floats<double>(t, "f64");
  add_one<HalfPair>(t, "pk_add", "f16", [](HalfPair a, HalfPair b) { return add_pairs(a, b); });
  add_one<BfloatPair>(t, "pk_add", "bf16",
                      [](BfloatPair a, BfloatPair b) { return add_pairs(a, b); });
  add_one<u32>(t, "sub_clamp", "u32", [](u32 a, u32 b) { return a >= b ? a - b : 0; });
  add_one<u32>(t, "cond_sub", "u32", [](u32 a, u32 b) { return a >= b ? a - b : a; });
}

}  // namespace amd_emulator
