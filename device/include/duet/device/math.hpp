#pragma once

/// @file
/// The functions of `<cmath>` under the same names on every target, for half, bfloat16, float and
/// double, and for complex numbers where they are defined. Other types are compile errors. Call
/// them with their namespace; without it, the compiler's own functions are found.
///
/// On GPUs they are the compiler's own functions, on the CPU those of the host's library. half and
/// bfloat16 are computed in float and rounded once. No function uses errno or depends on the
/// rounding mode. docs/accuracy.md has the largest errors allowed and measured; functions marked
/// "exact" return the correctly rounded result.

#include <duet/device/math/complex.hpp>
#include <duet/device/math/elementary.hpp>
#include <duet/device/math/rounding.hpp>
#include <duet/device/math/special.hpp>
#include <duet/device/math/trigonometric.hpp>
