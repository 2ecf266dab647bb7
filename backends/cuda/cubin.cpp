#include "cubin.hpp"

#include <elf.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/byte_reader.hpp"
#include "base/elf_image.hpp"

// NVIDIA does not publish the format. This description was found by comparing `readelf -aW` with
// the source, with `ptxas -v` and with the attributes of loaded functions, for files of CUDA 13.0
// from sm_75 to sm_121:
//
//   symbol         a kernel is a function symbol with bit 0x10 in st_other
//   .text.K        code of K; its section index ties the sections below to K through sh_info
//   .nv.shared.K   its size is K's static shared memory
//   .nv.info       attributes of functions, each with the index of a symbol
//   .nv.info.K     attributes of kernel K
//
// An attribute has a format (8 bits), a kind (8 bits) and a value (16 bits). In format 4 the value
// is the size of the payload that follows.

namespace duet::vendor {
namespace {

constexpr std::uint16_t machine = EM_CUDA;
constexpr std::uint8_t kernel_bit = 0x10;
constexpr std::uint8_t sized_format = 4;
constexpr std::uint32_t unknown_stack = 0xffffffff;  // of a kernel that calls a recursive function

namespace attribute {
constexpr std::uint8_t max_threads = 0x05;          // x, y, z of __launch_bounds__ or .maxntid
constexpr std::uint8_t required_threads = 0x10;     // x, y, z of .reqntid
constexpr std::uint8_t frame_bytes = 0x11;          // symbol, bytes
constexpr std::uint8_t stack_bytes = 0x12;          // symbol, bytes, including called functions
constexpr std::uint8_t parameter = 0x17;            // see read_parameter
constexpr std::uint8_t all_parameter_bytes = 0x19;  // in the attribute's value
constexpr std::uint8_t registers = 0x2f;            // symbol, count
constexpr std::uint8_t large_parameter = 0x45;      // see read_parameter
}  // namespace attribute

/// Calls `visit(kind, value, payload)` for each attribute. `payload` is empty but in format 4.
template <typename Visit>
void for_each_attribute(const ElfSection& section, const Visit& visit) {
  ByteReader reader(section.data, "an attribute of the cubin");
  while (!reader.at_end()) {
    const auto format = reader.number<std::uint8_t>();
    const auto kind = reader.number<std::uint8_t>();
    const auto value = reader.number<std::uint16_t>();
    const bool sized = format == sized_format;
    visit(kind, value, sized ? reader.take(value) : std::span<const std::byte>{});
  }
}

ByteReader payload_reader(std::span<const std::byte> payload) {
  return {payload, "an attribute's value of the cubin"};
}

struct Usage {
  std::optional<std::uint32_t> registers{};
  std::optional<std::uint32_t> local_bytes{};
};

/// Reads .nv.info. The keys are indices of symbols.
std::map<std::uint32_t, Usage> read_usage(const ElfSection& section) {
  std::map<std::uint32_t, Usage> usage;
  for_each_attribute(section, [&](std::uint8_t kind, std::uint16_t, auto payload) {
    if (kind != attribute::registers && kind != attribute::frame_bytes &&
        kind != attribute::stack_bytes) {
      return;
    }
    ByteReader reader = payload_reader(payload);
    Usage& of_symbol = usage[reader.number<std::uint32_t>()];
    const auto value = reader.number<std::uint32_t>();
    if (kind == attribute::registers) {
      of_symbol.registers = value;
    } else {
      of_symbol.local_bytes = std::max(of_symbol.local_bytes.value_or(0), value);
    }
  });
  return usage;
}

struct Parameter {
  std::uint16_t ordinal = 0;
  std::size_t bytes = 0;
};

/// The payload: index (32 bits), ordinal (16), offset (16), and a word with the size in its high 14
/// bits, or in its low 16 bits for kernels with more than 4 KiB of parameters.
Parameter read_parameter(std::uint8_t kind, std::span<const std::byte> payload) {
  ByteReader reader = payload_reader(payload);
  reader.take(sizeof(std::uint32_t));
  Parameter parameter{.ordinal = reader.number<std::uint16_t>()};
  reader.take(sizeof(std::uint16_t));
  const auto packed = reader.number<std::uint32_t>();
  parameter.bytes = kind == attribute::parameter ? packed >> 18 : packed & 0xffff;
  return parameter;
}

std::optional<int> read_thread_count(std::span<const std::byte> payload) {
  ByteReader reader = payload_reader(payload);
  std::uint64_t threads = 1;
  for (int dimension = 0; dimension < 3; ++dimension) {
    threads *= reader.number<std::uint32_t>() & 0xffff;
  }
  if (threads == 0 || threads > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(threads);
}

void read_kernel_attributes(const ElfSection& section, KernelInfo& kernel) {
  std::map<std::uint16_t, std::size_t> parameters;
  std::size_t all_bytes = 0;
  for_each_attribute(section, [&](std::uint8_t kind, std::uint16_t value, auto payload) {
    switch (kind) {
      case attribute::max_threads:
      case attribute::required_threads: kernel.max_threads = read_thread_count(payload); break;
      case attribute::parameter:
      case attribute::large_parameter: {
        const Parameter parameter = read_parameter(kind, payload);
        parameters[parameter.ordinal] = parameter.bytes;
        break;
      }
      case attribute::all_parameter_bytes: all_bytes = value; break;
      default: break;
    }
  });
  // The order in the file depends on the compiler's version. If an ordinal is missing, the sizes
  // are unknown.
  const bool complete =
      parameters.empty() ? all_bytes == 0 : parameters.rbegin()->first + 1U == parameters.size();
  if (!complete) return;
  kernel.parameter_bytes.emplace();
  for (const auto& [ordinal, bytes] : parameters) kernel.parameter_bytes->push_back(bytes);
}

/// The sections of one kernel besides its code.
struct KernelSections {
  const ElfSection* info = nullptr;
  const ElfSection* shared = nullptr;
};

/// The index is that of the section with the kernel's code.
std::vector<KernelSections> sections_by_code(const ElfImage& elf) {
  std::vector<KernelSections> by_code(elf.sections().size());
  for (const ElfSection& section : elf.sections()) {
    if (section.info == 0 || section.info >= by_code.size()) continue;
    if (section.name.starts_with(".nv.info.")) by_code[section.info].info = &section;
    if (section.name.starts_with(".nv.shared.")) by_code[section.info].shared = &section;
  }
  return by_code;
}

/// From sm_90 on, the size of a kernel's shared section includes memory that the system reserves
/// and that the driver does not count as the kernel's. Files with such sections have a symbol for
/// it.
bool reserves_shared(const ElfImage& elf) {
  return std::ranges::any_of(elf.symbols(), [](const ElfSymbol& symbol) {
    return symbol.name.starts_with(".nv.reservedSmem.");
  });
}

std::size_t own_shared_bytes(const ElfSection& section, bool reserves) {
  constexpr std::uint64_t reserved = 1024;
  const std::uint64_t size = section.size;
  return static_cast<std::size_t>(reserves && size >= reserved ? size - reserved : size);
}

/// The number of "sm_90" is in the header's flags, at a position that depends on the format's
/// version. The letter of "sm_90a" is not stored.
std::string architecture_of(const ElfImage& elf) {
  constexpr std::uint8_t newer_abi = 8;  // CUDA 13's
  const std::uint32_t flags = elf.flags();
  return "sm_" + std::to_string(elf.abi_version() >= newer_abi ? flags >> 8 & 0xff : flags & 0xff);
}

/// The bank with the __constant__ variables. The compiler uses the other banks for itself.
constexpr std::string_view constant_section = ".nv.constant3";

void check_machine(std::uint16_t found) {
  if (found == machine) return;
  throw_load_error("the ELF file is for machine " + std::to_string(found) +
                   ", not for an NVIDIA GPU (machine " + std::to_string(machine) + ")");
}

ElfImage open_cubin(std::span<const std::byte> image) {
  ElfImage elf(image);
  check_machine(elf.machine());
  return elf;
}

}  // namespace

void check_cubin(std::span<const std::byte> image) {
  ByteReader header(image, "the ELF file");
  header.take(offsetof(Elf64_Ehdr, e_machine));
  check_machine(header.number<std::uint16_t>());
}

std::vector<KernelInfo> read_cubin(std::span<const std::byte> image) {
  const ElfImage elf = open_cubin(image);
  const auto by_code = sections_by_code(elf);
  const bool reserves = reserves_shared(elf);
  const std::string architecture = architecture_of(elf);
  const ElfSection* const constants = elf.section(constant_section);
  std::map<std::uint32_t, Usage> usage;
  if (const ElfSection* info = elf.section(".nv.info")) usage = read_usage(*info);

  std::vector<KernelInfo> kernels;
  std::size_t bytes_read = 0;
  for (std::uint32_t index = 0; index < elf.symbols().size(); ++index) {
    const ElfSymbol& symbol = elf.symbols()[index];
    if (symbol.type != STT_FUNC || (symbol.other & kernel_bit) == 0) continue;
    if (symbol.section == SHN_UNDEF || symbol.section >= by_code.size()) continue;
    const KernelSections& sections = by_code[symbol.section];
    // Kernels of an undamaged file do not overlap, so together they are not larger than the file.
    bytes_read += symbol.name.size() + (sections.info != nullptr ? sections.info->data.size() : 0);
    if (bytes_read > image.size()) throw_load_error("the cubin is damaged: its kernels overlap");

    KernelInfo& kernel = kernels.emplace_back();
    kernel.name = symbol.name;
    kernel.architecture = architecture;
    kernel.wave_size = 32;
    kernel.constant_bytes = constants != nullptr ? static_cast<std::size_t>(constants->size) : 0;
    const auto of_kernel = usage.find(index);
    const Usage used = of_kernel == usage.end() ? Usage{} : of_kernel->second;
    // Older compilers store the number of registers in the code section's header only.
    const std::uint32_t in_header = elf.sections()[symbol.section].info >> 24;
    const std::uint32_t registers = used.registers.value_or(in_header);
    if (registers > 0 && registers <= 255) kernel.registers = static_cast<int>(registers);
    if (used.local_bytes && *used.local_bytes != unknown_stack) {
      kernel.local_bytes = *used.local_bytes;
    }
    kernel.shared_bytes = sections.shared ? own_shared_bytes(*sections.shared, reserves) : 0;
    if (sections.info != nullptr) read_kernel_attributes(*sections.info, kernel);
  }
  return kernels;
}

// Includes local symbols: the compiler makes variables local unless the code is to be linked, and
// the driver finds them.
std::vector<std::string> cubin_variables(const ElfImage& elf) {
  std::vector<std::string> names;
  for (const ElfSymbol& symbol : elf.symbols()) {
    if (symbol.type != STT_OBJECT || symbol.section >= elf.sections().size()) continue;
    const std::string_view section = elf.sections()[symbol.section].name;
    if (section.starts_with(".nv.global") || section == constant_section) {
      names.emplace_back(symbol.name);
    }
  }
  return names;
}

}  // namespace duet::vendor
