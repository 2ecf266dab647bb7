#include "code/code_object.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <nlohmann/json.hpp>

#include "base/elf_image.hpp"
#include "base/fault.hpp"

namespace amd_emulator {
namespace {

// <elf.h> of Debian 12 lacks these.
constexpr unsigned machine_amdgpu = 224;
constexpr unsigned metadata_note = 32;  // NT_AMDGPU_METADATA
constexpr unsigned relocation_absolute_64 = 3;
constexpr unsigned relocation_relative_64 = 13;
constexpr std::size_t page = 4096;

template <typename T>
std::vector<T> read_table(std::span<const std::byte> elf, u64 offset, u64 count) {
  if (offset > elf.size() || count > (elf.size() - offset) / sizeof(T))
    throw Fault("the code object is damaged: a table lies outside of the file");
  std::vector<T> table(count);
  if (count > 0) std::memcpy(table.data(), elf.data() + offset, count * sizeof(T));
  return table;
}

KernelInfo kernel_from(const nlohmann::json& json) {
  KernelInfo kernel;
  kernel.name = json.at(".name").get<std::string>();
  kernel.argument_bytes = json.at(".kernarg_segment_size").get<u32>();
  kernel.max_threads = json.value(".max_flat_workgroup_size", 1024U);
  kernel.registers = json.value(".vgpr_count", 0U);
  for (const auto& argument : json.value(".args", nlohmann::json::array())) {
    kernel.arguments.push_back({.offset = argument.at(".offset").get<u32>(),
                                .bytes = argument.at(".size").get<u32>(),
                                .kind = argument.at(".value_kind").get<std::string>()});
  }
  return kernel;
}

}  // namespace

struct CodeObject::Loader {
  CodeObject& to;
  std::span<const std::byte> elf;
  Elf64_Ehdr header{};
  std::vector<Elf64_Phdr> segments{};

  u64 base() const { return reinterpret_cast<u64>(to.image_.data()); }

  std::span<u8> at(u64 address, u64 bytes, const char* what) const {
    if (address > to.image_.size() || bytes > to.image_.size() - address)
      throw Fault(fmt::format("the code object is damaged: {} lies outside of its segments", what));
    return to.image_.subspan(address, bytes);
  }

  void load_segments() {
    header = read_table<Elf64_Ehdr>(elf, 0, 1).front();
    segments = read_table<Elf64_Phdr>(elf, header.e_phoff, header.e_phnum);
    u64 end = 0;
    for (const Elf64_Phdr& segment : segments) {
      if (segment.p_type != PT_LOAD) continue;
      if (segment.p_vaddr > UINT32_MAX || segment.p_memsz > UINT32_MAX)
        throw Fault("the code object is damaged: a segment is too large");
      end = std::max(end, segment.p_vaddr + segment.p_memsz);
    }
    auto* const storage = static_cast<u8*>(std::calloc(end + page, 1));
    if (storage == nullptr) throw std::bad_alloc();
    to.storage_.reset(storage);
    const u64 gap = (page - reinterpret_cast<u64>(storage) % page) % page;
    to.image_ = std::span(storage + gap, end);
    for (const Elf64_Phdr& segment : segments) {
      if (segment.p_type != PT_LOAD) continue;
      const auto bytes = read_table<u8>(elf, segment.p_offset, segment.p_filesz);
      const auto place = at(segment.p_vaddr, segment.p_memsz, "a segment");
      if (bytes.size() > place.size()) throw Fault("the code object is damaged: a segment's size");
      std::copy(bytes.begin(), bytes.end(), place.begin());
      if ((segment.p_flags & PF_X) != 0)
        to.code_.push_back({base() + segment.p_vaddr, segment.p_memsz});
    }
  }

  void relocate(const duet::ElfImage& image) const {
    for (const duet::ElfSection& section : image.sections()) {
      if (section.type == SHT_REL) throw Fault("the code object has relocations without addends");
      if (section.type != SHT_RELA) continue;
      const auto entries =
          read_table<Elf64_Rela>(section.data, 0, section.data.size() / sizeof(Elf64_Rela));
      for (const Elf64_Rela& entry : entries) apply(entry);
    }
  }

  void apply(const Elf64_Rela& entry) const {
    u64 value = base() + static_cast<u64>(entry.r_addend);
    const auto type = ELF64_R_TYPE(entry.r_info);
    if (type == relocation_absolute_64)
      value += dynamic_symbol(ELF64_R_SYM(entry.r_info));
    else if (type != relocation_relative_64)
      throw Fault(fmt::format("relocations of type {} are not emulated", type));
    std::memcpy(at(entry.r_offset, sizeof(value), "a relocation").data(), &value, sizeof(value));
  }

  /// The value of a symbol of the dynamic table, from which relocations take theirs.
  u64 dynamic_symbol(u64 index) const {
    for (const Elf64_Shdr& section : read_table<Elf64_Shdr>(elf, header.e_shoff, header.e_shnum)) {
      if (section.sh_type != SHT_DYNSYM) continue;
      const auto symbols =
          read_table<Elf64_Sym>(elf, section.sh_offset, section.sh_size / sizeof(Elf64_Sym));
      if (index >= symbols.size() || symbols[index].st_shndx == SHN_UNDEF) break;
      return symbols[index].st_value;
    }
    throw Fault("the code object needs a symbol that it does not define");
  }

  void read_symbols(const duet::ElfImage& image, const nlohmann::json& metadata) const {
    std::map<std::string, u64> descriptors;
    for (const duet::ElfSymbol& symbol : image.symbols()) {
      if (symbol.section == SHN_UNDEF || symbol.type != STT_OBJECT) continue;
      const std::string name(symbol.name);
      if (name.ends_with(".kd"))
        descriptors[name] = symbol.value;
      else
        to.variables_[name] = {.address = base() + symbol.value, .bytes = symbol.size};
    }
    for (const auto& json : metadata.at("amdhsa.kernels")) {
      KernelInfo kernel = kernel_from(json);
      const auto found = descriptors.find(json.at(".symbol").get<std::string>());
      if (found == descriptors.end())
        throw Fault(fmt::format("the code object lacks the descriptor of '{}'", kernel.name));
      kernel.descriptor = read_kernel_descriptor(
          at(found->second, kernel_descriptor_bytes, "a descriptor"), to.target_);
      kernel.descriptor_address = base() + found->second;
      kernel.entry = kernel.descriptor_address + static_cast<u64>(kernel.descriptor.entry_offset);
      to.kernels_.emplace(kernel.name, std::move(kernel));
    }
  }
};

CodeObject::CodeObject(std::span<const std::byte> elf, Memory& memory) : lines_(elf) {
  const duet::ElfImage image(elf);
  if (image.machine() != machine_amdgpu) throw Fault("the file is no AMD code object");
  target_ = target_named(processor_of_flags(image.flags()));
  const auto note = std::find_if(image.notes().begin(), image.notes().end(), [](const auto& one) {
    return one.name == "AMDGPU" && one.type == metadata_note;
  });
  if (note == image.notes().end())
    throw Fault("the code object has no metadata of version 3 or later");
  Loader loader{.to = *this, .elf = elf};
  loader.load_segments();
  try {
    const auto* const begin = reinterpret_cast<const u8*>(note->descriptor.data());
    loader.read_symbols(image,
                        nlohmann::json::from_msgpack(begin, begin + note->descriptor.size()));
  } catch (const nlohmann::json::exception& error) {
    throw Fault(fmt::format("the metadata of the code object is damaged: {}", error.what()));
  }
  loader.relocate(image);
  known_ = std::make_unique<KnownRange>(memory, image_.data(), image_.size(), "the code object");
}

const KernelInfo& CodeObject::kernel(const std::string& name) const {
  const auto found = kernels_.find(name);
  if (found != kernels_.end()) return found->second;
  std::string names;
  for (const auto& [known, kernel] : kernels_) names += (names.empty() ? "" : ", ") + known;
  throw Fault(fmt::format("the code object has no kernel '{}', only {}", name, names));
}

std::string CodeObject::line_of(u64 address) const {
  const std::scoped_lock lock(lines_mutex_);
  return lines_.at(address - reinterpret_cast<u64>(image_.data()));
}

std::span<const u8> CodeObject::code_from(u64 address) const {
  for (const Range& range : code_) {
    if (!range.contains(address, 1)) continue;
    return {reinterpret_cast<const u8*>(address), range.bytes - (address - range.begin)};
  }
  return {};
}

}  // namespace amd_emulator
