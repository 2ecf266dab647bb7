#pragma once

#include <duet/device/ops/arithmetic.hpp>
#include <duet/device/ops/comparison.hpp>
#include <duet/device/ops/logic.hpp>

// Operations of two numbers of one type as objects without state: `duet::ops::Add{}(a, b)`. The
// result has that type where nothing else is said. A type for which an operation makes no sense is
// refused when it is compiled. docs/accuracy.md tells how far each can be off; half and bfloat16
// are computed in float and rounded once. What integers overflow wraps around.
