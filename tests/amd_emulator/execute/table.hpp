#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "decode/semantics.hpp"

namespace amd_emulator {

/// Semantics by mnemonic. Names that only some generations have are all in it: LLVM prints for a
/// processor only its own.
class Table {
 public:
  void add(std::string_view name, Semantics semantics) { entries_.emplace(name, semantics); }
  /// Adds another name: that of gfx11, of gfx12, or of older processors.
  void alias(std::string_view name, const std::string& known) {
    entries_.emplace(name, entries_.at(known));
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& [name, semantics] : entries_) all.push_back(name);
    return all;
  }
  const Semantics* find(const std::string& name) const {
    const auto found = entries_.find(name);
    return found == entries_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<std::string, Semantics> entries_{};
};

void add_scalar_arithmetic(Table& table);
void add_scalar_masks(Table& table);
void add_scalar_control(Table& table);
void add_scalar_floats(Table& table);
void add_scalar_loads(Table& table);
void add_integer_arithmetic(Table& table);
void add_integer_bits(Table& table);
void add_carries(Table& table);
void add_compares(Table& table);
void add_floats(Table& table);
void add_float_functions(Table& table);
void add_divisions(Table& table);
void add_halves(Table& table);
void add_conversions(Table& table);
void add_packed(Table& table);
void add_small_floats(Table& table);
void add_dot_products(Table& table);
void add_dual(Table& table);
void add_multiplications(Table& table);
void add_lane_moves(Table& table);
void add_memory_loads(Table& table);
void add_memory_atomics(Table& table);
void add_shared_loads(Table& table);
void add_shared_atomics(Table& table);
void add_shared_lanes(Table& table);

}  // namespace amd_emulator
