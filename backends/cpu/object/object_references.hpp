#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/elf_image.hpp"

namespace duet::cpu {

/// Which sections of an object file refer to which, by its relocations. Sections for debuggers and
/// for the unwinding of frames do not count.
class ObjectReferences {
 public:
  /// @param elf  must outlive this
  explicit ObjectReferences(const ElfImage& elf);

  /// A symbol that the file defines.
  std::optional<std::uint32_t> find(std::string_view name) const;
  const ElfSymbol& symbol(std::uint32_t index) const { return elf_.symbols()[index]; }
  std::uint32_t section_of(std::uint32_t symbol) const { return this->symbol(symbol).section; }

  /// The section that the pointer at an offset of a variable points into.
  std::optional<std::uint32_t> pointer_at(std::uint32_t variable, std::uint64_t offset) const;

  /// What can be reached from a section.
  struct Reach {
    std::vector<bool> sections;
    std::vector<std::uint32_t> thread_variables;  ///< symbols
  };
  Reach reach(std::uint32_t section) const;

  /// The sections that can reach one, and it itself.
  std::vector<bool> users_of(std::uint32_t section) const;
  /// Whether some section, other than `except`, keeps or computes the address of code in one of
  /// `sections` instead of only calling it.
  bool any_address_kept(const std::vector<bool>& sections, std::uint32_t except) const;

 private:
  struct Reference {
    std::uint64_t offset;
    std::uint32_t symbol;
    bool is_call;
    bool is_relative;  ///< a distance in 32 bits
  };
  bool is_target(const Reference& reference) const;

  const ElfImage& elf_;
  std::vector<std::vector<Reference>> references_;  ///< by section
};

}  // namespace duet::cpu
