#include "code_object_writer.hpp"

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/elf_image.hpp"
#include "code_metadata.hpp"
#include "cubin.hpp"

namespace hip_on_cuda {
namespace {

constexpr unsigned char hsa_abi = 64;        // ELFOSABI_AMDGPU_HSA
constexpr unsigned char object_version = 2;  // ELFABIVERSION_AMDGPU_HSA_V4
constexpr std::uint32_t metadata_note = 32;  // NT_AMDGPU_METADATA
constexpr std::size_t descriptor_size = 64;  // of a kernel descriptor
constexpr std::size_t segments = 2;

using Bytes = std::vector<std::byte>;

void append(Bytes& to, const void* data, std::size_t size) {
  const auto* const bytes = static_cast<const std::byte*>(data);
  to.insert(to.end(), bytes, bytes + size);
}
template <typename T>
void append(Bytes& to, const T& value) {
  append(to, &value, sizeof(value));
}
void align(Bytes& bytes, std::size_t alignment) {
  bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
}

/// A string table under construction.
class Strings {
 public:
  std::uint32_t add(std::string_view text) {
    const auto offset = static_cast<std::uint32_t>(bytes_.size());
    append(bytes_, text.data(), text.size());
    bytes_.push_back(std::byte{0});
    return offset;
  }
  const Bytes& bytes() const noexcept { return bytes_; }

 private:
  Bytes bytes_{std::byte{0}};
};

Bytes note(const std::vector<std::uint8_t>& descriptor) {
  constexpr std::string_view name{"AMDGPU\0", 7};
  Bytes bytes;
  append(bytes, Elf64_Nhdr{.n_namesz = name.size(),
                           .n_descsz = static_cast<Elf64_Word>(descriptor.size()),
                           .n_type = metadata_note});
  append(bytes, name.data(), name.size());
  align(bytes, 4);
  append(bytes, descriptor.data(), descriptor.size());
  align(bytes, 4);
  return bytes;
}

class Writer {
 public:
  explicit Writer(const Target& target) {
    file_.resize(sizeof(Elf64_Ehdr) + segments * sizeof(Elf64_Phdr));
    flags_ = target.elf_flags();
    sections_.push_back({});
  }

  /// Appends a section. Returns its index.
  std::uint16_t add(std::string_view name, Elf64_Shdr header, const Bytes& content) {
    align(file_, header.sh_addralign);
    header.sh_name = names_.add(name);
    header.sh_offset = file_.size();
    header.sh_size = content.size();
    if ((header.sh_flags & SHF_ALLOC) != 0) header.sh_addr = header.sh_offset;
    append(file_, content.data(), content.size());
    sections_.push_back(header);
    return static_cast<std::uint16_t>(sections_.size() - 1);
  }

  std::uint64_t address(std::uint16_t section) const { return sections_[section].sh_addr; }

  Bytes finish(std::uint16_t note_section) && {
    const std::uint32_t own_name = names_.add(".shstrtab");
    const std::size_t loaded = file_.size();
    Elf64_Shdr table{};
    table.sh_name = own_name;
    table.sh_type = SHT_STRTAB;
    table.sh_offset = file_.size();
    table.sh_size = names_.bytes().size();
    table.sh_addralign = 1;
    append(file_, names_.bytes().data(), names_.bytes().size());
    sections_.push_back(table);
    align(file_, 8);
    const std::size_t headers = file_.size();
    for (const Elf64_Shdr& section : sections_) append(file_, section);
    write_segments(loaded, sections_[note_section]);
    write_header(headers);
    return std::move(file_);
  }

 private:
  void write_segments(std::size_t loaded, const Elf64_Shdr& note_section) {
    const Elf64_Phdr load{.p_type = PT_LOAD,
                          .p_flags = PF_R,
                          .p_offset = 0,
                          .p_vaddr = 0,
                          .p_paddr = 0,
                          .p_filesz = loaded,
                          .p_memsz = loaded,
                          .p_align = 4096};
    Elf64_Phdr notes = load;
    notes.p_type = PT_NOTE;
    notes.p_offset = notes.p_vaddr = notes.p_paddr = note_section.sh_offset;
    notes.p_filesz = notes.p_memsz = note_section.sh_size;
    notes.p_align = note_section.sh_addralign;
    std::memcpy(file_.data() + sizeof(Elf64_Ehdr), &load, sizeof(load));
    std::memcpy(file_.data() + sizeof(Elf64_Ehdr) + sizeof(load), &notes, sizeof(notes));
  }

  void write_header(std::size_t section_headers) {
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_ident[EI_OSABI] = hsa_abi;
    header.e_ident[EI_ABIVERSION] = object_version;
    header.e_type = ET_DYN;
    header.e_machine = EM_AMDGPU;
    header.e_version = EV_CURRENT;
    header.e_flags = flags_;
    header.e_phoff = sizeof(Elf64_Ehdr);
    header.e_shoff = section_headers;
    header.e_ehsize = sizeof(Elf64_Ehdr);
    header.e_phentsize = sizeof(Elf64_Phdr);
    header.e_phnum = segments;
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = static_cast<Elf64_Half>(sections_.size());
    header.e_shstrndx = static_cast<Elf64_Half>(sections_.size() - 1);
    std::memcpy(file_.data(), &header, sizeof(header));
  }

  Bytes file_{};
  std::uint32_t flags_ = 0;
  Strings names_{};
  std::vector<Elf64_Shdr> sections_{};
};

Elf64_Shdr section(std::uint32_t type, std::uint64_t flags, std::uint64_t alignment) {
  Elf64_Shdr header{};
  header.sh_type = type;
  header.sh_flags = flags;
  header.sh_addralign = alignment;
  return header;
}

/// Adds two symbols for each kernel, its function and its descriptor "name.kd", and one for each
/// variable.
void add_symbols(Writer& writer, std::span<const KernelDescription> kernels,
                 std::span<const std::string> variables, std::uint16_t descriptors,
                 std::uint16_t code) {
  Strings names;
  Bytes symbols(sizeof(Elf64_Sym));
  std::uint64_t descriptor = writer.address(descriptors);
  for (const KernelDescription& kernel : kernels) {
    Elf64_Sym symbol{};
    symbol.st_other = STV_PROTECTED;
    symbol.st_name = names.add(kernel.name);
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
    symbol.st_shndx = code;
    append(symbols, symbol);
    symbol.st_name = names.add(kernel.name + ".kd");
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
    symbol.st_shndx = descriptors;
    symbol.st_value = descriptor;
    symbol.st_size = descriptor_size;
    append(symbols, symbol);
    descriptor += descriptor_size;
  }
  for (const std::string& variable : variables) {
    Elf64_Sym symbol{};
    symbol.st_name = names.add(variable);
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
    symbol.st_shndx = descriptors;  // unused: hipModuleGetGlobal asks CUDA for the address
    append(symbols, symbol);
  }
  const std::uint16_t strings =
      writer.add(".dynstr", section(SHT_STRTAB, SHF_ALLOC, 1), names.bytes());
  Elf64_Shdr header = section(SHT_DYNSYM, SHF_ALLOC, 8);
  header.sh_link = strings;
  header.sh_info = 1;  // index of the first global symbol
  header.sh_entsize = sizeof(Elf64_Sym);
  writer.add(".dynsym", header, symbols);
}

}  // namespace

std::vector<std::byte> write_code_object(const Target& target, std::span<const std::byte> cubin,
                                         int default_bound) {
  const std::vector<KernelDescription> kernels = describe_kernels(cubin, default_bound);
  Writer writer(target);
  const std::uint16_t notes =
      writer.add(".note", section(SHT_NOTE, SHF_ALLOC, 4), note(code_metadata(target, kernels)));
  const std::uint16_t descriptors = writer.add(".rodata", section(SHT_PROGBITS, SHF_ALLOC, 64),
                                               Bytes(kernels.size() * descriptor_size));
  const std::uint16_t code =
      writer.add(cubin_section, section(SHT_PROGBITS, 0, 256), {cubin.begin(), cubin.end()});
  add_symbols(writer, kernels, duet::vendor::cubin_variables(duet::ElfImage(cubin)), descriptors,
              code);
  return std::move(writer).finish(notes);
}

}  // namespace hip_on_cuda
