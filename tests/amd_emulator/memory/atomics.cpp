#include "execute/atomic_operations.hpp"
#include "execute/memory_access.hpp"
#include "execute/transfer.hpp"

// Source: see atomic_operations.hpp.

namespace amd_emulator {
namespace {

/// Replaces a value in memory, which other threads may change. @returns the value before
template <typename T, typename F>
T replace(u8* memory, F operation) {
  using Bits = BitsOf<T>;
  if (reinterpret_cast<u64>(memory) % sizeof(T) != 0)
    throw Fault("an atomic operation on an address that is not aligned");
  auto* const place = reinterpret_cast<Bits*>(memory);
  Bits before = __atomic_load_n(place, __ATOMIC_RELAXED);
  for (;;) {
    const auto after = static_cast<Bits>(to_bits(operation(from_bits<T>(before))));
    if (__atomic_compare_exchange_n(place, &before, after, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_RELAXED))
      return from_bits<T>(before);
  }
}

/// Operands: [result,] address, data. Buffers: data, which is also the result, address.
template <Space space>
unsigned address_operand(const Instruction& instruction) {
  if (space == Space::buffer) return 1;
  return instruction.returns ? 1 : 0;
}

template <Space space, typename T, typename Update>
void run_atomic(Wave& wave, const Instruction& instruction, Update update) {
  const unsigned address = address_operand<space>(instruction);
  const unsigned data = space == Space::buffer ? 0 : address + 1;
  Addresses addresses;
  compute_addresses(wave, instruction, space, address, addresses);
  const u32* const values = wave.vector_register(instruction.operand[data].index);
  u32* const results =
      instruction.returns ? wave.vector_register(instruction.operand[0].index) : nullptr;
  for_each_lane(wave.exec(), [&](unsigned lane) {
    u8* const memory = lane_memory(wave, space, addresses, lane, sizeof(T));
    if (memory == nullptr) return;
    note_access(wave, memory, sizeof(T), AccessKind::atomic);
    const T before = replace<T>(memory, [&](T current) { return update(current, values, lane); });
    if (results != nullptr) put<T>(results, lane, before);
  });
}

template <Space space, typename T, typename F>
void update(Wave& wave, const Instruction& instruction) {
  run_atomic<space, T>(wave, instruction, [](T current, const u32* values, unsigned lane) {
    return F{}(current, get<T>(values, lane));
  });
}

/// The data is the new value, then the expected one.
template <Space space, typename T>
void compare_and_swap(Wave& wave, const Instruction& instruction) {
  run_atomic<space, T>(wave, instruction, [](T current, const u32* values, unsigned lane) {
    const T expected = get<T>(values + words_of<T> * max_lanes, lane);
    return current == expected ? get<T>(values, lane) : current;
  });
}

/// The name since gfx11: "smin" is min_i32, "and" is and_b64.
std::string newer_name(const std::string& name, const std::string& bits) {
  if (name == "smin" || name == "smax") return name.substr(1) + "_i" + bits;
  if (name == "umin" || name == "umax") return name.substr(1) + "_u" + bits;
  const bool is_logic = name == "and" || name == "or" || name == "xor" || name == "swap";
  return name + (is_logic ? "_b" : "_u") + bits;
}

template <Space space, typename T>
void add_integers(Table& t, const std::string& prefix, const std::string& suffix) {
  const std::string bits = std::to_string(8 * sizeof(T));
  for_each_integer_atomic<T>([&]<typename F>(const std::string& name, F) {
    t.add(prefix + name + suffix, {.run = update<space, T, F>});
    t.alias(prefix + newer_name(name, bits), prefix + name + suffix);
  });
  t.add(prefix + "cmpswap" + suffix, {.run = compare_and_swap<space, T>});
  t.alias(prefix + "cmpswap_b" + bits, prefix + "cmpswap" + suffix);
}

template <Space space, typename T, typename F>
void add_one(Table& t, const std::string& name, F) {
  t.add(name, {.run = update<space, T, F>});
}

template <Space space>
void add_space(Table& t, const std::string& family) {
  const std::string prefix = family + "_atomic_";
  add_integers<space, u32>(t, prefix, "");
  add_integers<space, u64>(t, prefix, "_x2");
  add_one<space, float>(t, prefix + "add_f32", [](float a, float b) { return a + b; });
  add_one<space, double>(t, prefix + "add_f64", [](double a, double b) { return a + b; });
  add_one<space, HalfPair>(t, prefix + "pk_add_f16",
                           [](HalfPair a, HalfPair b) { return add_pairs(a, b); });
  add_one<space, float>(t, prefix + "fmin", [](float a, float b) { return min_number(a, b); });
  add_one<space, float>(t, prefix + "fmax", [](float a, float b) { return max_number(a, b); });
  for (const char* name : {"min_f64", "fmin_x2"})
    add_one<space, double>(t, prefix + name, [](double a, double b) { return min_number(a, b); });
  for (const char* name : {"max_f64", "fmax_x2"})
    add_one<space, double>(t, prefix + name, [](double a, double b) { return max_number(a, b); });
  add_one<space, BfloatPair>(t, prefix + "pk_add_bf16",
                             [](BfloatPair a, BfloatPair b) { return add_pairs(a, b); });
  for (const char* name : {"min_f32", "min_num_f32"}) t.alias(prefix + name, prefix + "fmin");
  for (const char* name : {"max_f32", "max_num_f32"}) t.alias(prefix + name, prefix + "fmax");
  for (const char* name : {"csub", "csub_u32", "sub_clamp_u32"})
    add_one<space, u32>(t, prefix + name, [](u32 a, u32 b) { return a >= b ? a - b : 0; });
  add_one<space, u32>(t, prefix + "cond_sub_u32", [](u32 a, u32 b) { return a >= b ? a - b : a; });
}

}  // namespace

void add_memory_atomics(Table& t) {
  add_space<Space::flat>(t, "flat");
  add_space<Space::global>(t, "global");
  add_space<Space::buffer>(t, "buffer");
}

}  // namespace amd_emulator
