#include "object_references.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>

namespace duet::cpu {

namespace {

bool is_debug_or_unwind(std::string_view section) {
  constexpr std::string_view starts[] = {".debug", ".eh_frame", ".gcc_except_table", ".llvm"};
  return std::ranges::any_of(starts,
                             [&](std::string_view start) { return section.starts_with(start); });
}

bool is_call(std::uint32_t type) {
#if defined(__x86_64__)
  return type == R_X86_64_PLT32;
#else
  return type == R_AARCH64_CALL26 || type == R_AARCH64_JUMP26;
#endif
}

bool is_relative(std::uint32_t type) {
#if defined(__x86_64__)
  return type == R_X86_64_PC32;
#else
  return type == R_AARCH64_PREL32;
#endif
}

}  // namespace

ObjectReferences::ObjectReferences(const ElfImage& elf)
    : elf_(elf), references_(elf.sections().size()) {
  for (const ElfSection& section : elf.sections()) {
    if (section.type != SHT_RELA || section.info >= references_.size()) continue;
    if (is_debug_or_unwind(elf.sections()[section.info].name)) continue;
    for (std::size_t at = 0; at + sizeof(Elf64_Rela) <= section.data.size();
         at += sizeof(Elf64_Rela)) {
      Elf64_Rela entry;
      std::memcpy(&entry, section.data.data() + at, sizeof(entry));
      const auto symbol = static_cast<std::uint32_t>(ELF64_R_SYM(entry.r_info));
      const auto type = static_cast<std::uint32_t>(ELF64_R_TYPE(entry.r_info));
      if (symbol >= elf.symbols().size()) continue;
      references_[section.info].push_back(
          {entry.r_offset, symbol, is_call(type), is_relative(type)});
    }
  }
}

std::optional<std::uint32_t> ObjectReferences::find(std::string_view name) const {
  const auto& symbols = elf_.symbols();
  const auto found = std::ranges::find_if(symbols, [&](const ElfSymbol& symbol) {
    return symbol.name == name && symbol.section != SHN_UNDEF &&
           symbol.section < references_.size();
  });
  if (found == symbols.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - symbols.begin());
}

std::optional<std::uint32_t> ObjectReferences::pointer_at(std::uint32_t variable,
                                                          std::uint64_t offset) const {
  const std::uint64_t wanted = symbol(variable).value + offset;
  for (const Reference& reference : references_[section_of(variable)]) {
    if (reference.offset == wanted && is_target(reference)) return section_of(reference.symbol);
  }
  return std::nullopt;
}

bool ObjectReferences::is_target(const Reference& reference) const {
  const std::uint32_t section = section_of(reference.symbol);
  return section != SHN_UNDEF && section < references_.size();
}

ObjectReferences::Reach ObjectReferences::reach(std::uint32_t section) const {
  Reach reach{std::vector<bool>(references_.size()), {}};
  std::vector<std::uint32_t> left{section};
  reach.sections[section] = true;
  while (!left.empty()) {
    const std::uint32_t from = left.back();
    left.pop_back();
    for (const Reference& reference : references_[from]) {
      if (!is_target(reference)) continue;
      if (symbol(reference.symbol).type == STT_TLS) {
        if (std::ranges::count(reach.thread_variables, reference.symbol) == 0) {
          reach.thread_variables.push_back(reference.symbol);
        }
        continue;
      }
      const std::uint32_t to = section_of(reference.symbol);
      if (!reach.sections[to]) left.push_back(to);
      reach.sections[to] = true;
    }
  }
  return reach;
}

std::vector<bool> ObjectReferences::users_of(std::uint32_t section) const {
  std::vector<bool> users(references_.size());
  users[section] = true;
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t from = 0; from < references_.size(); ++from) {
      if (users[from]) continue;
      users[from] = std::ranges::any_of(references_[from], [&](const Reference& reference) {
        return is_target(reference) && users[section_of(reference.symbol)];
      });
      grows |= users[from];
    }
  }
  return users;
}

bool ObjectReferences::any_address_taken(const std::vector<bool>& sections,
                                         std::uint32_t except) const {
  for (std::size_t from = 0; from < references_.size(); ++from) {
    if (from == except) continue;
    // Constant data also holds jump tables of functions, as distances.
    const bool has_jump_tables = elf_.sections()[from].name.starts_with(".rodata");
    for (const Reference& reference : references_[from]) {
      if (reference.is_call || (has_jump_tables && reference.is_relative)) continue;
      if (!is_target(reference) || !sections[section_of(reference.symbol)]) continue;
      if (elf_.sections()[section_of(reference.symbol)].name.starts_with(".text")) return true;
    }
  }
  return false;
}

}  // namespace duet::cpu
