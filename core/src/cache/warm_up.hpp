#pragma once

#include "cache/disk/store.hpp"
#include "compile/known_compiler.hpp"

namespace duet::cache {

/// Runs a dummy look-up so that its code and heap pages are in memory. A process pays about 3 µs
/// for each page that it touches first, in total a quarter of the time to its first kernel.
/// @throws std::exception
void warm_up_lookup(Store& store, const KnownCompiler& compiler);

}  // namespace duet::cache
