#pragma once

#include <duet/compile.hpp>

namespace duet::vendor {

/// Whether a program needs no more of the language than NVRTC's --minimal leaves of it, with which
/// every compilation takes a sixth less: no textures and surfaces, nothing of the runtime, whose
/// names begin with "cuda", and no types and macros of its headers and the driver's (NVRTC's
/// documentation; from CUDA 12.4 on).
///
/// The words of the program tell. What is taken for one of those names and is none costs time
/// alone, and so does a name that is put together by macros: the program does not compile then, and
/// is compiled as it is.
bool keeps_to_minimal_language(const Program& program);

}  // namespace duet::vendor
