#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/elf_image.hpp"

namespace duet::cpu {

/// The references between an object file's sections, from its relocations. Ignores sections for
/// debuggers and for stack unwinding.
class ObjectReferences {
 public:
  /// @param elf  must outlive this
  explicit ObjectReferences(const ElfImage& elf);

  /// The index of a symbol that the file defines.
  std::optional<std::uint32_t> find(std::string_view name) const;
  const ElfSymbol& symbol(std::uint32_t index) const { return elf_.symbols()[index]; }
  std::uint32_t section_of(std::uint32_t symbol) const { return this->symbol(symbol).section; }

  /// The section that the pointer at an offset of a variable points into.
  std::optional<std::uint32_t> pointer_at(std::uint32_t variable, std::uint64_t offset) const;

  /// Everything reachable from a section, itself included.
  struct Reach {
    std::vector<bool> sections;
    std::vector<std::uint32_t> thread_variables;  ///< symbol indices
  };
  Reach reach(std::uint32_t section) const;

  /// The sections from which a section can be reached, itself included.
  std::vector<bool> users_of(std::uint32_t section) const;
  /// Whether a section other than `except` stores or computes the address of code in one of
  /// `sections`, rather than only calling it.
  bool any_address_taken(const std::vector<bool>& sections, std::uint32_t except) const;

 private:
  struct Reference {
    std::uint64_t offset;
    std::uint32_t symbol;
    bool is_call;
    bool is_relative;  ///< a 32-bit distance
  };
  bool is_target(const Reference& reference) const;

  const ElfImage& elf_;
  std::vector<std::vector<Reference>> references_;  ///< by section
};

}  // namespace duet::cpu
