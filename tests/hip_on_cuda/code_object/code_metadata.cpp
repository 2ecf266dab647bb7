#include "code_metadata.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/byte_reader.hpp"
#include "base/elf_image.hpp"
#include "cubin.hpp"

namespace hip_on_cuda {
namespace {

using json = nlohmann::json;

/// The offsets of a kernel's parameters, by ordinal: attributes 0x17 and 0x45 of the section
/// .nv.info.<kernel>. duet's cubin reader skips them; backends/cuda/cubin.cpp describes the format.
std::vector<std::size_t> read_offsets(const duet::ElfImage& elf, const std::string& kernel,
                                      std::size_t parameters) {
  std::vector<std::size_t> offsets(parameters);
  const duet::ElfSection* const section = elf.section(".nv.info." + kernel);
  if (section == nullptr) return offsets;
  duet::ByteReader reader(section->data, "an attribute of the cubin");
  while (!reader.at_end()) {
    const auto format = reader.number<std::uint8_t>();
    const auto kind = reader.number<std::uint8_t>();
    const auto value = reader.number<std::uint16_t>();
    if (format != 4) continue;
    duet::ByteReader payload(reader.take(value), "an attribute's value of the cubin");
    if (kind != 0x17 && kind != 0x45) continue;
    (void)payload.number<std::uint32_t>();
    const auto ordinal = payload.number<std::uint16_t>();
    if (ordinal < parameters) offsets[ordinal] = payload.number<std::uint16_t>();
  }
  return offsets;
}

std::size_t kernel_argument_bytes(const KernelDescription& kernel) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < kernel.parameter_bytes.size(); ++i) {
    bytes = std::max(bytes, kernel.parameter_offsets[i] + kernel.parameter_bytes[i]);
  }
  return bytes;
}

/// The parameters, then the hidden arguments that AMD's compiler adds for printf, assert and
/// multi-grid barriers.
json arguments(const KernelDescription& kernel) {
  json list = json::array();
  for (std::size_t i = 0; i < kernel.parameter_bytes.size(); ++i) {
    list.push_back({{".offset", kernel.parameter_offsets[i]},
                    {".size", kernel.parameter_bytes[i]},
                    {".value_kind", "by_value"}});
  }
  std::size_t offset = (kernel_argument_bytes(kernel) + 7) / 8 * 8;
  for (const char* kind :
       {"hidden_global_offset_x", "hidden_global_offset_y", "hidden_global_offset_z",
        "hidden_hostcall_buffer", "hidden_none", "hidden_none", "hidden_multigrid_sync_arg"}) {
    json hidden{{".offset", offset}, {".size", 8}, {".value_kind", kind}};
    if (std::string_view(kind).ends_with("r")) hidden[".address_space"] = "global";
    list.push_back(std::move(hidden));
    offset += 8;
  }
  return list;
}

json kernel_map(const Target& target, const KernelDescription& kernel) {
  json list = arguments(kernel);
  const std::size_t bytes = list.back()[".offset"].get<std::size_t>() + 8;
  return {{".name", kernel.name},
          {".symbol", kernel.name + ".kd"},
          {".args", std::move(list)},
          {".kernarg_segment_size", bytes},
          {".kernarg_segment_align", 8},
          {".group_segment_fixed_size", kernel.shared_bytes},
          {".private_segment_fixed_size", kernel.local_bytes},
          {".max_flat_workgroup_size", kernel.max_threads},
          {".wavefront_size", target.wave_size()},
          {".vgpr_count", kernel.registers},
          {".vgpr_spill_count", 0},
          {".sgpr_count", 16},
          {".sgpr_spill_count", 0},
          {".uses_dynamic_stack", false},
          {".language", "OpenCL C"},
          {".language_version", {2, 0}}};
}

}  // namespace

std::vector<KernelDescription> describe_kernels(std::span<const std::byte> cubin,
                                                int default_bound) {
  std::vector<KernelDescription> kernels;
  const duet::ElfImage elf(cubin);
  for (const duet::KernelInfo& info : duet::vendor::read_cubin(cubin)) {
    KernelDescription kernel{.name = info.name,
                             .parameter_bytes = {},
                             .parameter_offsets = {},
                             .registers = info.registers.value_or(0),
                             .shared_bytes = info.shared_bytes.value_or(0),
                             .local_bytes = info.local_bytes.value_or(0),
                             .max_threads = info.max_threads.value_or(default_bound)};
    if (!info.parameter_bytes) duet::throw_load_error(info.name + ": its parameters are not known");
    kernel.parameter_bytes = *info.parameter_bytes;
    kernel.parameter_offsets = read_offsets(elf, info.name, kernel.parameter_bytes.size());
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

std::vector<std::uint8_t> code_metadata(const Target& target,
                                        std::span<const KernelDescription> kernels) {
  json list = json::array();
  for (const KernelDescription& kernel : kernels) list.push_back(kernel_map(target, kernel));
  return json::to_msgpack({{"amdhsa.version", {1, 1}},
                           {"amdhsa.target", target.isa()},
                           {"amdhsa.kernels", std::move(list)}});
}

}  // namespace hip_on_cuda
