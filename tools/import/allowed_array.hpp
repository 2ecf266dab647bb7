#pragma once

#include "support/npy.hpp"

namespace duet::tool {

/// What is allowed to results, in the smallest type that says it: u8 for integers, if it can, f64
/// for double, else f32, rounded up.
/// @param allowed  of type f64
/// @param type     of the results' elements
NpyArray allowed_array(const NpyArray& allowed, ElementType type);

}  // namespace duet::tool
