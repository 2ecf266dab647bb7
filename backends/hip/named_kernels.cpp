#include <elf.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>

#include "base/byte_reader.hpp"
#include "base/elf_image.hpp"
#include "contract.hpp"

namespace duet::vendor {
namespace {

constexpr std::uint32_t relative64 = 13;  // R_AMDGPU_RELATIVE64, see LLVM's AMDGPU usage guide

/// "__hiprtc_12" → 12
std::optional<int> expression_number(std::string_view symbol) {
  constexpr std::string_view prefix = "__hiprtc_";
  if (!symbol.starts_with(prefix)) return std::nullopt;
  int number = 0;
  const char* end = symbol.data() + symbol.size();
  const auto parsed = std::from_chars(symbol.data() + prefix.size(), end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return number;
}

/// The pointers that the loader sets: their places, with the addresses they point to.
std::map<std::uint64_t, std::uint64_t> pointers_of(const ElfImage& image) {
  std::map<std::uint64_t, std::uint64_t> pointers;
  const ElfSection* section = image.section(".rela.dyn");
  if (section == nullptr) return pointers;
  ByteReader reader(section->data, "the relocation table");
  while (!reader.at_end()) {
    const auto place = reader.number<std::uint64_t>();
    const auto type = static_cast<std::uint32_t>(reader.number<std::uint64_t>());
    const auto target = reader.number<std::uint64_t>();
    if (type == relative64) pointers.emplace(place, target);
  }
  return pointers;
}

}  // namespace

// hiprtc of HIP 5 finds an expression only if it is spelled as the demangler spells it: it finds
// "k<unsigned int, 4>" but not "k<unsigned, 2 + 2>". It also compiles a pointer to the kernel for
// each expression, numbered in the order of addition.
std::vector<std::string> named_kernels(std::span<const std::byte> code) {
  const ElfImage image(code);
  const std::map<std::uint64_t, std::uint64_t> pointers = pointers_of(image);
  std::map<int, std::string> names;
  for (const ElfSymbol& symbol : image.symbols()) {
    const std::optional<int> number = expression_number(symbol.name);
    if (!number) continue;
    const auto pointer = pointers.find(symbol.value);
    if (pointer == pointers.end()) return {};
    const auto kernel = std::ranges::find_if(image.symbols(), [&](const ElfSymbol& candidate) {
      return candidate.type == STT_FUNC && candidate.value == pointer->second;
    });
    if (kernel == image.symbols().end()) return {};
    names.emplace(*number, kernel->name);
  }
  std::vector<std::string> result;
  for (auto& [number, name] : names) result.push_back(std::move(name));
  return result;
}

}  // namespace duet::vendor
