#include "image.hpp"

#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <duet/error.hpp>

#include "base/elf_image.hpp"
#include "base/error.hpp"
#include "code_object/code_object_writer.hpp"
#include "code_object/target.hpp"
#include "objects/device.hpp"

namespace hip_on_cuda {
namespace {

constexpr std::string_view bundle_magic = "__CLANG_OFFLOAD_BUNDLE__";

std::uint64_t read_number(const std::byte*& at) {
  std::uint64_t value = 0;
  std::memcpy(&value, at, sizeof(value));
  at += sizeof(value);
  return value;
}

/// Whether a bundle's entry is code for the device. Its name is "hip-amdgcn-amd-amdhsa--gfx1030"
/// (code object versions 2 and 3) or "hipv4-…" (from version 4 on).
bool is_for_device(std::string_view entry) {
  for (const std::string_view prefix : {"hip-", "hipv4-"}) {
    if (entry.starts_with(prefix)) entry.remove_prefix(prefix.size());
  }
  if (!entry.starts_with(isa_prefix)) return false;
  const std::optional<Target> target = find_target(entry.substr(isa_prefix.size()));
  return target && device_target().is_compatible(*target);
}

const std::byte* code_object_in_bundle(const std::byte* bundle) {
  const std::byte* at = bundle + bundle_magic.size();
  for (std::uint64_t left = read_number(at); left > 0; --left) {
    const std::uint64_t offset = read_number(at);
    (void)read_number(at);  // the code object's size
    const std::uint64_t length = read_number(at);
    const std::string_view entry(reinterpret_cast<const char*>(at), length);
    at += length;
    if (is_for_device(entry)) return bundle + offset;
  }
  // As extractCodeObjectFromFatBinary of hip_code_object.cpp: guarantee(false, …).
  die("hipModuleLoadData: HIP 5.2 aborts on a bundle without code for the device");
}

/// The file up to the end that its headers give: HIP's callers pass no size.
std::span<const std::byte> whole_file(const std::byte* image) {
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof(header));
  std::uint64_t end = header.e_shoff + std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr);
  end = std::max(end, header.e_phoff + std::uint64_t{header.e_phnum} * sizeof(Elf64_Phdr));
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    std::memcpy(&section, image + header.e_shoff + i * sizeof(section), sizeof(section));
    if (section.sh_type != SHT_NOBITS) end = std::max(end, section.sh_offset + section.sh_size);
  }
  return {image, static_cast<std::size_t>(end)};
}

}  // namespace

std::span<const std::byte> cubin_of(const void* image) {
  require(image != nullptr);
  const auto* bytes = static_cast<const std::byte*>(image);
  if (std::memcmp(image, bundle_magic.data(), bundle_magic.size()) == 0) {
    bytes = code_object_in_bundle(bytes);
  }
  // As FatBinaryInfo::AddDevProgram of hip_fatbin.cpp.
  require(std::memcmp(bytes, ELFMAG, SELFMAG) == 0, hipErrorInvalidKernelFile);
  try {
    const duet::ElfImage elf(whole_file(bytes));
    require(elf.machine() == EM_AMDGPU, hipErrorInvalidKernelFile);
    const duet::ElfSection* const section = elf.section(cubin_section);
    const bool fits = device_target().is_compatible_elf(elf.flags());
    // As FatBinaryInfo::BuildProgram: the loader refuses code of another processor.
    require(fits && section != nullptr, hipErrorSharedObjectInitFailed);
    return section->data;
  } catch (const duet::Error&) {
    throw Failure{hipErrorInvalidKernelFile};
  }
}

}  // namespace hip_on_cuda
