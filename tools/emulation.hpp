#pragma once

#include <string>

namespace duet::tool {

/// Makes this process run kernels as AMD's machine code on an emulated device, and print what each
/// launch executed. Called before the driver is loaded. The library of the emulator is
/// $DUET_AMD_EMULATOR, or libduet_amd_emulator.so beside this program or in the folders of an
/// installation.
/// @param processor      such as "gfx90a"
/// @param detects_races  whether a launch fails where waves use bytes with no barrier in between
/// @throws UsageError if duet is built for another backend than HIP, the processor is not emulated
/// or the library is not found
void emulate(const std::string& processor, bool detects_races);

/// What the last launch after `emulate` executed, as a JSON object.
std::string emulation_counts();

}  // namespace duet::tool
