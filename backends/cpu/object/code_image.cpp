#include "code_image.hpp"

#include <elf.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/byte_reader.hpp"
#include "base/elf_image.hpp"
#include "cpu/base/wave_size.hpp"
#include "cpu/prelude/abi.hpp"

namespace duet::cpu {

namespace {

#if defined(__x86_64__)
constexpr std::uint16_t host_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint16_t host_machine = EM_AARCH64;
#endif

constexpr std::string_view tag_start = "duet-cpu ";
constexpr std::string_view tag_version = "7 ";
constexpr std::string_view tag_wave = "wave";
constexpr std::string_view own_namespace = "_ZN8duet_cpu";
constexpr std::string_view local_name = "_ZZ";  // static variables of functions

/// Reads the section `duet_target`, for instance "duet-cpu 7 wave32 x86-64-v3".
CodeDescription read_target(const ElfImage& elf) {
  const ElfSection* section = elf.section("duet_target");
  std::string_view tag = section == nullptr ? "" : as_text(section->data);
  tag = tag.substr(0, tag.find('\0'));
  if (!tag.starts_with(tag_start)) {
    throw_load_error("the ELF file was not made by duet's CPU backend");
  }
  tag.remove_prefix(tag_start.size());
  if (!tag.starts_with(tag_version)) {
    throw_load_error("the object file was made by another version of duet: compile it again");
  }
  tag.remove_prefix(tag_version.size());
  const std::size_t space = tag.find(' ');
  int wave_size = 0;
  if (tag.starts_with(tag_wave) && space != std::string_view::npos) {
    const std::string_view lanes = tag.substr(tag_wave.size(), space - tag_wave.size());
    (void)std::from_chars(lanes.data(), lanes.data() + lanes.size(), wave_size);
  }
  if (!is_wave_size(wave_size)) throw_load_error("the description of the target is damaged");
  return {.architecture = std::string(tag.substr(space + 1)),
          .wave_size = static_cast<unsigned>(wave_size),
          .kernels = {}};
}

/// The type as C++ demanglers spell it.
std::string type_name(const duet_cpu::ParameterRecord& parameter) {
  constexpr std::pair<char, std::string_view> names[] = {
      {'b', "bool"},  {'c', "char"},           {'a', "signed char"}, {'h', "unsigned char"},
      {'s', "short"}, {'t', "unsigned short"}, {'i', "int"},         {'j', "unsigned int"},
      {'l', "long"},  {'m', "unsigned long"},  {'x', "long long"},   {'y', "unsigned long long"},
      {'f', "float"}, {'d', "double"},         {'H', "duet::half"},  {'B', "duet::bfloat16"},
  };
  const auto* found =
      std::ranges::find(names, parameter.letter, &std::pair<char, std::string_view>::first);
  std::string text(found != std::end(names) ? found->second : parameter.is_pointer ? "void" : "");
  if (parameter.is_pointer) text += parameter.is_const ? " const*" : "*";
  return text;
}

duet_cpu::ParameterRecord read_parameter(ByteReader& reader) {
  duet_cpu::ParameterRecord parameter{};
  parameter.bytes = reader.number<std::uint32_t>();
  parameter.letter = static_cast<char>(reader.number<std::uint8_t>());
  parameter.is_pointer = reader.number<std::uint8_t>() != 0;
  parameter.is_const = reader.number<std::uint8_t>() != 0;
  reader.number<std::uint8_t>();  // padding
  return parameter;
}

/// Reads a KernelRecord of prelude/abi.hpp.
KernelDescription read_record(ByteReader& reader) {
  using Number = std::uint32_t;
  const auto bytes = reader.number<Number>();
  if (bytes < sizeof(Number)) throw_load_error("the table of kernels is damaged");
  ByteReader record(reader.take(bytes - sizeof(Number)), "the table of kernels");
  KernelDescription kernel{};
  kernel.index = record.number<Number>();
  kernel.form = static_cast<duet_cpu::Form>(record.number<Number>());
  if (kernel.form > duet_cpu::Form::fibers) throw_load_error("the table of kernels is damaged");
  if (const auto shared = record.number<Number>(); shared != duet_cpu::no_size) {
    kernel.shared_bytes = shared;
  }
  const auto parameters = record.number<Number>();
  kernel.max_threads = record.number<Number>();
  for (Number i = 0; i < parameters; ++i) {
    const auto parameter = read_parameter(record);
    kernel.parameter_bytes.push_back(parameter.bytes);
    kernel.parameter_types.push_back(type_name(parameter));
  }
  read_parameter(record);  // the list is one longer than the parameters
  while (!record.at_end()) {
    const char c = static_cast<char>(record.number<std::uint8_t>());
    if (c == '\0') return kernel;
    kernel.name += c;
  }
  throw_load_error("the table of kernels is damaged: a name has no end");
}

}  // namespace

CodeDescription describe_code(std::span<const std::byte> image) {
  const ElfImage elf(image);
  if (elf.machine() != host_machine) {
    throw_load_error("the ELF file holds code for another kind of machine");
  }
  CodeDescription code = read_target(elf);
  if (const ElfSection* table = elf.section("duet_kernels"); table != nullptr) {
    ByteReader reader(table->data, "the table of kernels");
    std::size_t records = 0;
    std::size_t last = 0;
    while (!reader.at_end()) {
      KernelDescription kernel = read_record(reader);
      ++records;
      last = std::max(last, kernel.index);
      if (kernel.max_threads != duet_cpu::no_kernel) code.kernels.push_back(std::move(kernel));
    }
    if (records != 0 && last >= records) throw_load_error("the table of kernels is damaged");
  }
  return code;
}

std::vector<VariableDescription> describe_variables(std::span<const std::byte> image) {
  const ElfImage elf(image);
  std::vector<VariableDescription> variables;
  for (const ElfSymbol& symbol : elf.symbols()) {
    if (symbol.type != STT_OBJECT || symbol.section >= elf.sections().size()) continue;
    const std::string_view section = elf.sections()[symbol.section].name;
    const bool own = symbol.name.starts_with(own_namespace) || symbol.name.starts_with("__") ||
                     symbol.name.starts_with(local_name);
    if ((section == ".data" || section == ".bss") && !own) {
      variables.push_back({std::string(symbol.name), symbol.value, symbol.size});
    }
  }
  return variables;
}

}  // namespace duet::cpu
