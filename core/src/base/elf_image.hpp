#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duet {

struct ElfSection {
  std::string_view name{};
  std::uint32_t type = 0;  ///< SHT_… of <elf.h>
  std::uint32_t link = 0;
  std::uint32_t info = 0;
  std::uint64_t size = 0;             ///< in memory
  std::span<const std::byte> data{};  ///< in the file; empty if the section has no data there
};

struct ElfSymbol {
  std::string_view name{};
  std::uint8_t type = 0;      ///< STT_…
  std::uint8_t binding = 0;   ///< STB_…
  std::uint8_t other = 0;     ///< visibility and processor-specific bits
  std::uint16_t section = 0;  ///< index in `sections()`, or SHN_…
  std::uint64_t value = 0;
  std::uint64_t size = 0;
};

struct ElfNote {
  std::string_view name{};
  std::uint32_t type = 0;
  std::span<const std::byte> descriptor{};
};

/// A parsed 64-bit little-endian ELF file in memory. Header, tables, sections and segments lie
/// within the bytes. All views point into the bytes, which must outlive them. Thread-safety: const
/// members can be called from any thread.
class ElfImage {
 public:
  static bool has_magic(std::span<const std::byte> image) noexcept;
  /// The size in bytes of an ELF file that a linker wrote, from its header; 0 if it has no header
  /// with sections. Reads no more than the header.
  static std::size_t file_bytes(const void* image) noexcept;

  /// @param image  the file; bytes after its end are ignored
  /// @throws LoadError for a file that is not 64-bit little-endian ELF, is damaged or truncated
  explicit ElfImage(std::span<const std::byte> image);

  std::uint16_t machine() const noexcept { return machine_; }  ///< EM_…
  std::uint32_t flags() const noexcept { return flags_; }
  std::uint8_t os_abi() const noexcept { return os_abi_; }
  std::uint8_t abi_version() const noexcept { return abi_version_; }

  const std::vector<ElfSection>& sections() const noexcept { return sections_; }
  /// The first section of that name, or null.
  const ElfSection* section(std::string_view name) const noexcept;
  /// The symbol table by symbol index, or the dynamic one if there is no other.
  const std::vector<ElfSymbol>& symbols() const noexcept { return symbols_; }
  /// The notes of the note segments, or of the note sections if there are none (object files).
  const std::vector<ElfNote>& notes() const noexcept { return notes_; }

 private:
  std::uint16_t machine_ = 0;
  std::uint32_t flags_ = 0;
  std::uint8_t os_abi_ = 0;
  std::uint8_t abi_version_ = 0;
  std::vector<ElfSection> sections_{};
  std::vector<ElfSymbol> symbols_{};
  std::vector<ElfNote> notes_{};
};

/// Returns the names of the variables that the file defines and that are C++ identifiers.
std::vector<std::string> variables_of(const ElfImage& elf);

}  // namespace duet
