#pragma once

// The functions of <cmath> under the same names on every target, for half, bfloat16, float and
// double, and for complex numbers where that makes sense. Other types are refused.
//
// On GPUs they are the compiler's own functions, on the CPU those of the host's library. Half and
// bfloat16 are computed in float and rounded once. No function touches errno or needs a certain
// rounding mode. How far each can be off is in docs/accuracy.md, with what the tests measured; a
// function about which its comment says "exact" returns the one right value.

#include <duet/device/math/complex.hpp>
#include <duet/device/math/elementary.hpp>
#include <duet/device/math/rounding.hpp>
#include <duet/device/math/special.hpp>
#include <duet/device/math/trigonometric.hpp>
