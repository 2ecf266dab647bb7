#include "execute/table.hpp"

namespace amd_emulator {
namespace {

Table make_table() {
  Table table;
  for (const auto add : {add_scalar_arithmetic,
                         add_scalar_masks,
                         add_scalar_control,
                         add_scalar_floats,
                         add_scalar_loads,
                         add_integer_arithmetic,
                         add_integer_bits,
                         add_carries,
                         add_compares,
                         add_floats,
                         add_float_functions,
                         add_divisions,
                         add_halves,
                         add_conversions,
                         add_packed,
                         add_small_floats,
                         add_dot_products,
                         add_dual,
                         add_multiplications,
                         add_lane_moves,
                         add_memory_loads,
                         add_memory_atomics,
                         add_shared_loads,
                         add_shared_atomics,
                         add_shared_lanes})
    add(table);
  return table;
}

const Table& table() {
  static const Table made = make_table();
  return made;
}

}  // namespace

const Semantics* find_semantics(const std::string& mnemonic) { return table().find(mnemonic); }

std::vector<std::string> emulated_mnemonics() { return table().names(); }

}  // namespace amd_emulator
