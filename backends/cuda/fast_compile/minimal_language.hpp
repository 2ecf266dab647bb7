#pragma once

#include <duet/program.hpp>

namespace duet::vendor {

/// Whether a program uses nothing that NVRTC's option --minimal removes: textures, surfaces, names
/// of the CUDA runtime ("cuda…"), types and macros of the runtime's and the driver's headers
/// (NVRTC's documentation; from CUDA 12.4 on). With the option a compilation takes a sixth less
/// time.
///
/// Decides by the words of the program. A word that only resembles such a name costs the saving. So
/// does a name that macros compose: the program then does not compile with the option and is
/// compiled again without it.
bool keeps_to_minimal_language(const Program& program);

}  // namespace duet::vendor
