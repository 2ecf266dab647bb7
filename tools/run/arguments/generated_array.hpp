#pragma once

#include <cstdint>

#include "options/argument_spec.hpp"
#include "support/npy.hpp"

namespace duet::tool {

/// Makes the elements of an array that is not read from a file. Equal parameters give equal
/// elements on every machine.
///
/// Random integers are uniform from LOW to HIGH, both included. Random floating-point numbers are
/// LOW + u * (HIGH - LOW), computed as double and rounded, with u uniform from 0 to below 1 in
/// steps of 2^-11 (f16), 2^-8 (bf16), 2^-24 (f32) or 2^-53 (f64). Complex numbers draw both parts.
/// The numbers come from std::mt19937_64, one draw each, in the order of the elements; integers
/// draw again for an equal distribution.
/// @param seed  of the random numbers
/// @throws UsageError if LOW is greater than HIGH, or if a range leaves the type
NpyArray generate_array(const ArrayArgument& array, std::uint64_t seed);

}  // namespace duet::tool
