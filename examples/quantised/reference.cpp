#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace {

/// What one element is compared with.
struct Element {
  double quantised = 0;
  double exact = 0;
  double allowed = 0;  ///< between the two
};

Element element(const QuantisedMatrix& x, const QuantisedMatrix& w, int depth, int row,
                int column) {
  const double x_scale = x.scales[static_cast<std::size_t>(row)];
  const double w_scale = w.scales[static_cast<std::size_t>(column)];
  const std::size_t a = static_cast<std::size_t>(row) * static_cast<std::size_t>(depth);
  const std::size_t b = static_cast<std::size_t>(column) * static_cast<std::size_t>(depth);
  std::int64_t sum = 0;
  Element result;
  for (std::size_t k = 0; k < static_cast<std::size_t>(depth); ++k) {
    const double p = x.numbers[a + k], q = w.numbers[b + k];
    sum += std::int64_t{x.values[a + k]} * w.values[b + k];
    result.exact += p * q;
    result.allowed += std::abs(p) * w_scale / 2 + std::abs(q) * x_scale / 2 + x_scale * w_scale / 4;
  }
  result.quantised = x_scale * w_scale * static_cast<double>(sum);
  return result;
}

}  // namespace

Deviations compare(const LayerShape& shape, const QuantisedMatrix& x, const QuantisedMatrix& w,
                   const std::vector<float>& y) {
  constexpr double half_unit = 0x1p-10, smallest_half = 0x1p-24;
  Deviations largest;
  const auto add = [](double& greatest, double difference, double allowed) {
    const double part = std::abs(difference) / allowed;
    if (!(part <= greatest)) greatest = part;  // also if it is NaN
  };
  for (int row = 0; row < shape.rows; ++row) {
    for (int column = 0; column < shape.columns; ++column) {
      const Element expected = element(x, w, shape.depth, row, column);
      const double found =
          y[static_cast<std::size_t>(row) * static_cast<std::size_t>(shape.columns) +
            static_cast<std::size_t>(column)];
      const double rounding = half_unit * std::abs(expected.quantised) + smallest_half;
      add(largest.from_quantised, found - expected.quantised, rounding);
      add(largest.from_numbers, found - expected.exact, expected.allowed * 1.0001 + rounding);
    }
  }
  return largest;
}
