#include "sanitized_sizes.hpp"

#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

#include <duet/error.hpp>

#include "base/elf_image.hpp"

namespace duet::cpu {

namespace {

/// The beginning of the compiler's record of a guarded variable: struct __asan_global of
/// compiler-rt's asan_interface_internal.h.
struct GuardedVariable {
  std::uint64_t address;
  std::uint64_t bytes;
  std::uint64_t guarded_bytes;
};

template <typename T>
T read_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

template <typename T>
bool holds(std::span<const std::byte> bytes, std::uint64_t offset) {
  return bytes.size() >= sizeof(T) && offset <= bytes.size() - sizeof(T);
}

/// Corrects a symbol's size if the relocation puts its address at the beginning of a record.
void restore_size(std::span<std::byte> symbols, std::span<const std::byte> records,
                  const Elf64_Rela& reference) {
  const std::uint64_t place = ELF64_R_SYM(reference.r_info) * sizeof(Elf64_Sym);
  if (!holds<Elf64_Sym>(symbols, place) || !holds<GuardedVariable>(records, reference.r_offset)) {
    return;
  }
  auto symbol = read_at<Elf64_Sym>(symbols, place);
  const auto record = read_at<GuardedVariable>(records, reference.r_offset);
  const bool fits = ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && reference.r_addend == 0 &&
                    symbol.st_size == record.guarded_bytes && record.bytes < record.guarded_bytes;
  if (!fits) return;
  symbol.st_size = record.bytes;
  std::memcpy(symbols.data() + place, &symbol, sizeof(symbol));
}

}  // namespace

void restore_sizes(std::string& object) try {
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(object));
  const ElfImage elf(bytes);
  const auto& sections = elf.sections();
  const auto table = std::ranges::find(sections, std::uint32_t{SHT_SYMTAB}, &ElfSection::type);
  if (table == sections.end()) return;
  const auto start = static_cast<std::size_t>(table->data.data() - bytes.data());
  const std::span<std::byte> symbols = bytes.subspan(start, table->data.size());
  for (const ElfSection& section : sections) {
    if (section.type != SHT_RELA || section.info >= sections.size()) continue;
    const ElfSection& target = sections[section.info];
    if (!target.name.starts_with(".data")) continue;
    for (std::uint64_t at = 0; holds<Elf64_Rela>(section.data, at); at += sizeof(Elf64_Rela)) {
      restore_size(symbols, target.data, read_at<Elf64_Rela>(section.data, at));
    }
  }
} catch (const Error&) {
  // An option of the user's made something other than machine code.
}

}  // namespace duet::cpu
