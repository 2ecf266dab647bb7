#include "shared_arrays.hpp"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

#include <duet/error.hpp>

#include "base/elf_image.hpp"

namespace duet::cpu {

namespace {

/// "tile" of "_ZZ4stepPiE4tile", a variable of the function step(int*).
std::string source_name(const std::string& mangled) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  std::string name = text != nullptr ? text.get() : mangled;
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

/// Moves a section's variable behind a guard and adds another guard behind it.
void surround(Elf64_Shdr& section, Elf64_Sym& variable) {
  const std::uint64_t guard = std::max<std::uint64_t>(shared_guard_bytes, section.sh_addralign);
  variable.st_value += guard;
  section.sh_size += guard + shared_guard_bytes;
}

}  // namespace

bool is_own_thread_variable(std::string_view name) noexcept {
  constexpr std::string_view starts[] = {"_ZL9threadIdx", "_ZL8blockIdx", "_ZL8blockDim",
                                         "_ZL7gridDim",   "_ZN8duet_cpu", "_ZGV",
                                         "__tls_guard"};
  return std::ranges::any_of(starts,
                             [&](std::string_view start) { return name.starts_with(start); });
}

void add_shared_guards(std::string& object) try {
  const ElfImage elf(std::as_bytes(std::span(object)));
  const std::vector<ElfSection>& sections = elf.sections();
  const auto table = std::ranges::find(sections, std::uint32_t{SHT_SYMTAB}, &ElfSection::type);
  if (table == sections.end()) return;
  const auto table_offset =
      static_cast<std::size_t>(table->data.data() - std::as_bytes(std::span(object)).data());
  std::vector<unsigned> variables(sections.size());  // in each section
  for (const ElfSymbol& symbol : elf.symbols()) {
    if (symbol.type == STT_TLS && symbol.section < sections.size()) ++variables[symbol.section];
  }
  Elf64_Ehdr header;
  std::memcpy(&header, object.data(), sizeof(header));
  for (std::size_t i = 0; i < elf.symbols().size(); ++i) {
    const ElfSymbol& symbol = elf.symbols()[i];
    const bool is_shared = symbol.type == STT_TLS && symbol.section < sections.size() &&
                           sections[symbol.section].type == SHT_NOBITS &&
                           variables[symbol.section] == 1 && !is_own_thread_variable(symbol.name);
    if (!is_shared) continue;
    char* const section_at =
        object.data() + header.e_shoff + std::size_t{symbol.section} * sizeof(Elf64_Shdr);
    char* const variable_at = object.data() + table_offset + i * sizeof(Elf64_Sym);
    Elf64_Shdr section;
    Elf64_Sym variable;
    std::memcpy(&section, section_at, sizeof(section));
    std::memcpy(&variable, variable_at, sizeof(variable));
    surround(section, variable);
    std::memcpy(section_at, &section, sizeof(section));
    std::memcpy(variable_at, &variable, sizeof(variable));
  }
} catch (const Error&) {
  // An option of the user's made something other than machine code.
}

std::vector<SharedArray> describe_shared_arrays(std::span<const std::byte> image) {
  const ElfImage elf(image);
  std::vector<SharedArray> arrays;
  for (const ElfSymbol& symbol : elf.symbols()) {
    const bool is_shared = symbol.type == STT_TLS && symbol.section < elf.sections().size() &&
                           elf.sections()[symbol.section].type == SHT_NOBITS &&
                           !is_own_thread_variable(symbol.name);
    if (!is_shared) continue;
    arrays.push_back({source_name(std::string(symbol.name)), symbol.value, symbol.size});
  }
  return arrays;
}

}  // namespace duet::cpu
