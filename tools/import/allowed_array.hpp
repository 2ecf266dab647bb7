#pragma once

#include "support/npy.hpp"

namespace duet::tool {

/// Converts allowed errors to a small type: f64 for double results, u8 for integers if the values
/// fit, else f32, rounded up.
/// @param allowed  of type f64
/// @param type     type of the results
NpyArray allowed_array(const NpyArray& allowed, ElementType type);

}  // namespace duet::tool
