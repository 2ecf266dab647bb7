#pragma once

#include "compile/known_compiler.hpp"
#include "store.hpp"

namespace duet::cache {

/// Does what finding a program in the folder takes, without one. What a process touches for the
/// first time, of its code and of its heap, costs some 3 µs a page, which together are as much as
/// all the rest of a first hit.
/// @throws std::exception
void rehearse_hit(Store& store, const KnownCompiler& compiler);

}  // namespace duet::cache
