#include "base/target.hpp"

#include <array>
#include <utility>

#include "base/fault.hpp"

namespace amd_emulator {
namespace {

struct Known {
  unsigned machine;  ///< EF_AMDGPU_MACH_AMDGCN_…
  Target target;
};

// LLVM's "User Guide for AMDGPU Backend", tables "AMDGPU Processors" and "e_flags".
const std::array<Known, 7>& known_targets() {
  static const std::array<Known, 7> list{{
      {0x2f, {.processor = "gfx906"}},
      {0x30, {.processor = "gfx908", .has_accumulators = true}},
      {0x3f, {.processor = "gfx90a", .packed_ids = true, .has_accumulators = true}},
      {0x36,
       {.processor = "gfx1030",
        .generation = 10,
        .has_waves_of_32 = true,
        .zeroes_high_halves = false}},
      {0x4c,
       {.processor = "gfx942",
        .packed_ids = true,
        .architected_scratch = true,
        .has_accumulators = true}},
      {0x41,
       {.processor = "gfx1100",
        .generation = 11,
        .packed_ids = true,
        .architected_scratch = true,
        .has_waves_of_32 = true,
        .zeroes_high_halves = false}},
      {0x4e,
       {.processor = "gfx1201",
        .generation = 12,
        .packed_ids = true,
        .architected_scratch = true,
        .has_waves_of_32 = true,
        .traps_hold_block_ids = true,
        .fixed_float_mode = true,
        .zeroes_high_halves = false}},
  }};
  return list;
}

}  // namespace

std::string emulated_processors() {
  std::string names;
  for (const Known& known : known_targets())
    names += (names.empty() ? "" : ", ") + known.target.processor;
  return names;
}

Target target_named(const std::string& name) {
  const std::string processor = name.substr(0, name.find(':'));
  for (const Known& known : known_targets())
    if (known.target.processor == processor) return known.target;
  throw Fault("the processor '" + processor +
              "' is not emulated; those that are: " + emulated_processors());
}

std::string processor_of_flags(unsigned flags) {
  for (const Known& known : known_targets())
    if (known.machine == (flags & 0xff)) return known.target.processor;
  throw Fault("the code object is for a processor that is not emulated (e_flags " +
              std::to_string(flags) + "); those that are: " + emulated_processors());
}

}  // namespace amd_emulator
