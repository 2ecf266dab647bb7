#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hip_on_cuda {

/// A processor that the compiler of HIP 5.2 supports. Numbers and features: LLVM's "User Guide for
/// AMDGPU Backend", tables "AMDGPU Processors" and "e_flags".
struct Processor {
  std::string_view name;
  std::uint32_t machine;  ///< EF_AMDGPU_MACH_AMDGCN_…
  bool has_xnack;
  bool has_sramecc;
};

/// A processor with features that are on, off or unspecified.
struct Target {
  const Processor* processor;
  std::optional<bool> xnack{};
  std::optional<bool> sramecc{};

  std::string name() const;         ///< "gfx90a:sramecc+:xnack-"
  std::string isa() const;          ///< `isa_prefix` and the name
  std::uint32_t elf_flags() const;  ///< as of code object version 4
  int wave_size() const;
  /// Whether a device of this target runs code of target `code`: the processor must be the same,
  /// and so must each feature that the code specifies.
  bool is_compatible(const Target& code) const;
  bool is_compatible_elf(std::uint32_t flags) const;  ///< the same for a code object's e_flags
};

inline constexpr std::string_view isa_prefix = "amdgcn-amd-amdhsa--";

/// In the order in which AMD's library lists them.
inline constexpr std::array<Processor, 33> processors{{
    {"gfx600", 0x20, false, false},  {"gfx601", 0x21, false, false},
    {"gfx602", 0x3a, false, false},  {"gfx700", 0x22, false, false},
    {"gfx701", 0x23, false, false},  {"gfx702", 0x24, false, false},
    {"gfx703", 0x25, false, false},  {"gfx704", 0x26, false, false},
    {"gfx705", 0x3b, false, false},  {"gfx801", 0x28, true, false},
    {"gfx802", 0x29, false, false},  {"gfx803", 0x2a, false, false},
    {"gfx805", 0x3c, false, false},  {"gfx810", 0x2b, true, false},
    {"gfx900", 0x2c, true, false},   {"gfx902", 0x2d, true, false},
    {"gfx904", 0x2e, true, false},   {"gfx906", 0x2f, true, true},
    {"gfx908", 0x30, true, true},    {"gfx909", 0x31, true, false},
    {"gfx90a", 0x3f, true, true},    {"gfx90c", 0x32, true, false},
    {"gfx1010", 0x33, true, false},  {"gfx1011", 0x34, true, false},
    {"gfx1012", 0x35, true, false},  {"gfx1013", 0x42, true, false},
    {"gfx1030", 0x36, false, false}, {"gfx1031", 0x37, false, false},
    {"gfx1032", 0x38, false, false}, {"gfx1033", 0x39, false, false},
    {"gfx1034", 0x3e, false, false}, {"gfx1035", 0x3d, false, false},
    {"gfx1036", 0x45, false, false},
}};

/// Parses a name such as "gfx90a:sramecc+:xnack-"; nullopt for an unknown one.
std::optional<Target> find_target(std::string_view name);

/// The target that all devices report: HIP_ON_CUDA_TARGET, else gfx1030. Its waves must have 32
/// lanes, as on NVIDIA's GPUs. Aborts on another target.
const Target& device_target();

}  // namespace hip_on_cuda
