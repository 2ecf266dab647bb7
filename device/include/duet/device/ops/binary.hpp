#pragma once

#include <duet/device/ops/arithmetic.hpp>
#include <duet/device/ops/comparison.hpp>
#include <duet/device/ops/logic.hpp>

/// @file
/// Operations of two numbers of one type as stateless function objects: `duet::ops::Add{}(a, b)`.
/// The result has the same type unless the description says otherwise. Types that an operation does
/// not support are compile errors. half and bfloat16 are computed in float and rounded once;
/// integer overflow wraps around. docs/accuracy.md has the largest errors.
