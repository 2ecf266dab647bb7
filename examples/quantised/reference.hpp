#pragma once

#include <cstdint>
#include <vector>

/// Sizes of y = x * transposed(w): x has rows * depth, w columns * depth elements, row by row.
struct LayerShape {
  int rows;
  int columns;
  int depth;
};

/// A matrix before and after its quantisation.
struct QuantisedMatrix {
  std::vector<float> numbers;
  std::vector<std::int8_t> values;
  std::vector<float> scales;  ///< of the rows
};

/// How far results are from what they are compared with, as parts of what is allowed: at most 1.
struct Deviations {
  double from_quantised = 0;  ///< the product of the quantised matrices in double precision
  double from_numbers = 0;    ///< that of the original numbers
};

/// Compares each element of y with products in double precision. From the quantised product it may
/// be as far as the rounding to half; from the original one, as the roundings of all numbers to
/// half a scale add up to.
Deviations compare(const LayerShape& shape, const QuantisedMatrix& x, const QuantisedMatrix& w,
                   const std::vector<float>& y);
