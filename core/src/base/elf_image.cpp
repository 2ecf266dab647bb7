#include "elf_image.hpp"

#include <elf.h>
#include <gelf.h>
#include <libelf.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "byte_reader.hpp"

// Layout: System V ABI, chapters 4 and 5. libelf parses the file; its sizes are checked first,
// since libelf trusts some of them.

namespace duet {
namespace {

struct CloseElf {
  void operator()(Elf* elf) const noexcept { elf_end(elf); }
};
using ElfPointer = std::unique_ptr<Elf, CloseElf>;

[[noreturn]] void throw_damaged(const std::string& fault) {
  throw_load_error("the ELF file is damaged: " + fault);
}

/// Determines the size that a file needs for all its parts.
class RequiredSize {
 public:
  explicit RequiredSize(std::uint64_t available) noexcept : available_(available) {}

  void add(std::uint64_t offset, std::uint64_t size, const char* part) {
    if (size == 0) return;  // empty parts may have any offset
    std::uint64_t end = 0;
    if (__builtin_add_overflow(offset, size, &end))
      throw_damaged(std::string(part) + " wraps around");
    if (end > needed_) {
      needed_ = end;
      last_part_ = part;
    }
  }
  bool contains(std::uint64_t offset, std::uint64_t size) const noexcept {
    return size <= available_ && offset <= available_ - size;
  }
  void check() const {
    if (needed_ <= available_) return;
    throw_load_error("the ELF file is truncated: it has " + std::to_string(available_) +
                     " bytes, and " + std::to_string(needed_ - available_) +
                     " more up to the end of " + last_part_ + " are missing");
  }

 private:
  std::uint64_t available_;
  std::uint64_t needed_ = 0;
  const char* last_part_ = "";
};

struct Tables {
  Elf64_Ehdr header{};
  std::uint64_t sections = 0;
  std::uint64_t segments = 0;
};

template <typename T>
T read_as(std::span<const std::byte> image, std::uint64_t offset) {
  T value;
  std::memcpy(&value, image.data() + offset, sizeof(T));
  return value;
}

/// Checks that the header and both tables lie within the image. Does not use libelf, which treats a
/// file with truncated tables as one without tables.
Tables check_tables(std::span<const std::byte> image) {
  if (image.empty()) throw_load_error("the image is empty");
  if (!ElfImage::has_magic(image)) throw_load_error("the image is not an ELF file");
  RequiredSize required(image.size());
  required.add(0, sizeof(Elf64_Ehdr), "the header");
  required.check();
  Tables tables{.header = read_as<Elf64_Ehdr>(image, 0)};
  const Elf64_Ehdr& header = tables.header;
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB) {
    throw_load_error("the ELF file is not 64-bit little-endian");
  }
  if (header.e_ident[EI_VERSION] != EV_CURRENT) throw_damaged("its version is unknown");
  tables.sections = header.e_shoff == 0 ? 0 : header.e_shnum;
  tables.segments = header.e_phoff == 0 ? 0 : header.e_phnum;
  if (header.e_shoff != 0 && header.e_shentsize != sizeof(Elf64_Shdr)) {
    throw_damaged("its section headers have an unknown size");
  }
  if (header.e_phoff != 0 && header.e_phnum != 0 && header.e_phentsize != sizeof(Elf64_Phdr)) {
    throw_damaged("its program headers have an unknown size");
  }
  const bool many_sections = header.e_shoff != 0 && header.e_shnum == 0;
  if (many_sections || header.e_phnum == PN_XNUM) {
    // Numbers that do not fit into the header are stored in the first section header.
    if (header.e_shoff == 0) throw_damaged("its number of segments is missing");
    required.add(header.e_shoff, sizeof(Elf64_Shdr), "the section headers");
    required.check();
    const auto first = read_as<Elf64_Shdr>(image, header.e_shoff);
    if (many_sections) tables.sections = first.sh_size;
    if (header.e_phnum == PN_XNUM) tables.segments = first.sh_info;
  }
  if (tables.sections > UINT32_MAX) throw_damaged("its number of sections is impossible");
  required.add(header.e_shoff, tables.sections * sizeof(Elf64_Shdr), "the section headers");
  required.add(header.e_phoff, tables.segments * sizeof(Elf64_Phdr), "the program headers");
  required.check();
  return tables;
}

ElfPointer open_elf(std::span<const std::byte> image) {
  elf_version(EV_CURRENT);
  // libelf writes to a file in memory only through its update calls, which are not used here.
  auto* bytes = const_cast<char*>(reinterpret_cast<const char*>(image.data()));
  ElfPointer elf(elf_memory(bytes, image.size()));
  if (!elf || elf_kind(elf.get()) != ELF_K_ELF) throw_damaged(elf_errmsg(-1));
  return elf;
}

/// Looks up names. Damaged tables can refer to one long name many times, so the length of a name
/// and the total length are limited, far above the values of valid files.
class NameLookup {
 public:
  explicit NameLookup(std::size_t image_bytes) noexcept : remaining_(16 * image_bytes) {}

  std::string_view at(std::span<const std::byte> table, std::uint64_t offset) {
    constexpr std::size_t longest = std::size_t{64} << 10;
    if (table.empty() && offset == 0) return {};
    if (offset >= table.size()) throw_damaged("a name lies outside the string table");
    const std::string_view rest = as_text(table.subspan(static_cast<std::size_t>(offset)));
    const std::size_t length = rest.substr(0, longest).find('\0');
    if (length == std::string_view::npos) throw_damaged("a name has no end");
    if (length > remaining_) throw_damaged("its names overlap");
    remaining_ -= length;
    return rest.substr(0, length);
  }

 private:
  std::size_t remaining_;
};

std::vector<GElf_Shdr> section_headers(Elf* elf, std::uint64_t expected) {
  std::size_t count = 0;
  if (elf_getshdrnum(elf, &count) != 0 || count != expected) throw_damaged(elf_errmsg(-1));
  std::vector<GElf_Shdr> headers(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (gelf_getshdr(elf_getscn(elf, i), &headers[i]) == nullptr) throw_damaged(elf_errmsg(-1));
  }
  return headers;
}

std::vector<GElf_Phdr> segment_headers(Elf* elf, std::uint64_t expected) {
  std::size_t count = 0;
  if (elf_getphdrnum(elf, &count) != 0 || count != expected) throw_damaged(elf_errmsg(-1));
  std::vector<GElf_Phdr> headers(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (gelf_getphdr(elf, static_cast<int>(i), &headers[i]) == nullptr) {
      throw_damaged(elf_errmsg(-1));
    }
  }
  return headers;
}

bool is_processor_specific(const GElf_Shdr& header) noexcept {
  return header.sh_type >= SHT_LOPROC && header.sh_type <= SHT_HIPROC;
}

std::vector<ElfSection> read_sections(Elf* elf, const std::vector<GElf_Shdr>& headers,
                                      std::span<const std::byte> image, NameLookup& lookup) {
  const RequiredSize file(image.size());
  std::vector<ElfSection> sections;
  sections.reserve(headers.size());
  for (const GElf_Shdr& header : headers) {
    ElfSection section{.type = header.sh_type,
                       .link = header.sh_link,
                       .info = header.sh_info,
                       .size = header.sh_size};
    const bool in_file = header.sh_type != SHT_NOBITS && header.sh_type != SHT_NULL;
    if (in_file && file.contains(header.sh_offset, header.sh_size)) {
      section.data = image.subspan(header.sh_offset, header.sh_size);
    }
    sections.push_back(section);
  }
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) throw_damaged(elf_errmsg(-1));
  if (names != SHN_UNDEF) {
    if (names >= sections.size()) throw_damaged("the section of section names does not exist");
    const auto table = sections[names].data;
    for (std::size_t i = 0; i < sections.size(); ++i) {
      sections[i].name = lookup.at(table, headers[i].sh_name);
    }
  }
  return sections;
}

std::vector<ElfSymbol> read_symbols(Elf* elf, const std::vector<ElfSection>& sections,
                                    const GElf_Shdr& header, NameLookup& lookup) {
  if (header.sh_link >= sections.size()) throw_damaged("the symbols' string table does not exist");
  const auto names = sections[header.sh_link].data;
  const std::size_t count = header.sh_size / sizeof(Elf64_Sym);
  std::vector<ElfSymbol> symbols;
  if (count == 0) return symbols;
  Elf_Data* data = elf_getdata_rawchunk(elf, static_cast<std::int64_t>(header.sh_offset),
                                        count * sizeof(Elf64_Sym), ELF_T_SYM);
  if (data == nullptr) throw_damaged(elf_errmsg(-1));
  symbols.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) throw_damaged(elf_errmsg(-1));
    symbols.push_back({.name = lookup.at(names, symbol.st_name),
                       .type = static_cast<std::uint8_t>(GELF_ST_TYPE(symbol.st_info)),
                       .binding = static_cast<std::uint8_t>(GELF_ST_BIND(symbol.st_info)),
                       .other = symbol.st_other,
                       .section = symbol.st_shndx,
                       .value = symbol.st_value,
                       .size = symbol.st_size});
  }
  return symbols;
}

class NoteReader {
 public:
  NoteReader(Elf* elf, std::span<const std::byte> image) noexcept : elf_(elf), image_(image) {}

  void read(std::uint64_t offset, std::uint64_t size, std::uint64_t alignment) {
    if (size == 0) return;
    // Without this check, many headers could refer to the same bytes.
    if (size > image_.size() - read_) throw_damaged("its notes overlap");
    read_ += size;
    Elf_Data* data = elf_getdata_rawchunk(elf_, static_cast<std::int64_t>(offset), size,
                                          alignment == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
    if (data == nullptr) throw_damaged(elf_errmsg(-1));
    const auto bytes = image_.subspan(offset, size);
    std::size_t next = 0;
    std::size_t name_at = 0;
    std::size_t descriptor_at = 0;
    GElf_Nhdr header;
    while ((next = gelf_getnote(data, next, &header, &name_at, &descriptor_at)) > 0) {
      std::string_view name = as_text(bytes.subspan(name_at, header.n_namesz));
      if (name.ends_with('\0')) name.remove_suffix(1);
      notes_.push_back({.name = name,
                        .type = header.n_type,
                        .descriptor = bytes.subspan(descriptor_at, header.n_descsz)});
    }
  }
  bool empty() const noexcept { return notes_.empty(); }
  std::vector<ElfNote> take() && { return std::move(notes_); }

 private:
  Elf* elf_;
  std::span<const std::byte> image_;
  std::uint64_t read_ = 0;
  std::vector<ElfNote> notes_{};
};

}  // namespace

std::size_t ElfImage::file_bytes(const void* image) noexcept {
  // The magic first: an image without it may be shorter than a header.
  if (std::memcmp(image, ELFMAG, SELFMAG) != 0) return 0;
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof(header));
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shoff == 0) return 0;
  // Linkers write the section headers last.
  return header.e_shoff + std::size_t{header.e_shnum} * header.e_shentsize;
}

bool ElfImage::has_magic(std::span<const std::byte> image) noexcept {
  return image.size() >= SELFMAG && std::memcmp(image.data(), ELFMAG, SELFMAG) == 0;
}

ElfImage::ElfImage(std::span<const std::byte> image) {
  const Tables tables = check_tables(image);
  machine_ = tables.header.e_machine;
  flags_ = tables.header.e_flags;
  os_abi_ = tables.header.e_ident[EI_OSABI];
  abi_version_ = tables.header.e_ident[EI_ABIVERSION];

  const ElfPointer elf = open_elf(image);
  const auto sections = section_headers(elf.get(), tables.sections);
  const auto segments = segment_headers(elf.get(), tables.segments);
  RequiredSize required(image.size());
  for (const GElf_Shdr& header : sections) {
    // Processor-specific sections may take no space in the file.
    if (header.sh_type == SHT_NOBITS || header.sh_type == SHT_NULL) continue;
    if (is_processor_specific(header)) continue;
    required.add(header.sh_offset, header.sh_size, "a section");
  }
  for (const GElf_Phdr& header : segments) {
    if (header.p_type != PT_NULL) required.add(header.p_offset, header.p_filesz, "a segment");
  }
  required.check();

  NameLookup names(image.size());
  sections_ = read_sections(elf.get(), sections, image, names);
  auto table = std::ranges::find(sections, Elf64_Word{SHT_SYMTAB}, &GElf_Shdr::sh_type);
  if (table == sections.end()) {
    table = std::ranges::find(sections, Elf64_Word{SHT_DYNSYM}, &GElf_Shdr::sh_type);
  }
  if (table != sections.end()) symbols_ = read_symbols(elf.get(), sections_, *table, names);

  NoteReader notes(elf.get(), image);
  for (const GElf_Phdr& header : segments) {
    if (header.p_type == PT_NOTE) notes.read(header.p_offset, header.p_filesz, header.p_align);
  }
  if (notes.empty()) {
    for (const GElf_Shdr& header : sections) {
      if (header.sh_type == SHT_NOTE) {
        notes.read(header.sh_offset, header.sh_size, header.sh_addralign);
      }
    }
  }
  notes_ = std::move(notes).take();
}

const ElfSection* ElfImage::section(std::string_view name) const noexcept {
  const auto found = std::ranges::find(sections_, name, &ElfSection::name);
  return found == sections_.end() ? nullptr : &*found;
}

std::vector<std::string> variables_of(const ElfImage& elf) {
  std::vector<std::string> names;
  for (const ElfSymbol& symbol : elf.symbols()) {
    const bool is_identifier = symbol.name.find_first_of(".$") == std::string_view::npos;
    if (symbol.type == STT_OBJECT && symbol.section != SHN_UNDEF && is_identifier &&
        !symbol.name.starts_with("__")) {
      names.emplace_back(symbol.name);
    }
  }
  return names;
}

}  // namespace duet
