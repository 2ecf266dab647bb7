#include "matrix/product.hpp"

#include <algorithm>
#include <cmath>

namespace amd_emulator {

MatrixProduct::MatrixProduct(const MatrixShape& shape, bool fnuz, bool saturates)
    : shape_(shape),
      fnuz_(fnuz),
      saturates_(saturates),
      a_(std::size_t{shape.rows} * shape.depth),
      b_(std::size_t{shape.columns} * shape.depth) {}

double MatrixProduct::value_of(NumberType type, u64 bits, bool flips_sign) const {
  const double value = float_value(type, bits, fnuz_);
  return flips_sign ? -value : value;
}

void MatrixProduct::set_a(unsigned row, unsigned k, u64 bits, bool flips_sign) {
  a_[std::size_t{row} * shape_.depth + k] = value_of(shape_.a, bits, flips_sign);
}

void MatrixProduct::set_b(unsigned k, unsigned column, u64 bits, bool flips_sign) {
  b_[std::size_t{column} * shape_.depth + k] = value_of(shape_.b, bits, flips_sign);
}

void MatrixProduct::clear_a() { std::fill(a_.begin(), a_.end(), 0.0); }

u64 MatrixProduct::integer_element(std::size_t row, std::size_t column, u64 c) const {
  i64 sum = static_cast<i32>(c);
  for (std::size_t k = 0; k < shape_.depth; ++k)
    sum += static_cast<i64>(a_[row + k]) * static_cast<i64>(b_[column + k]);
  if (saturates_) sum = std::clamp<i64>(sum, INT32_MIN, INT32_MAX);
  return static_cast<u32>(sum);
}

u64 MatrixProduct::element(unsigned row, unsigned column, u64 c) const {
  const std::size_t first = std::size_t{row} * shape_.depth;
  const std::size_t second = std::size_t{column} * shape_.depth;
  if (is_integer(shape_.result)) return integer_element(first, second, c);
  if (shape_.a == NumberType::f32) {
    auto sum = from_bits<float>(c);
    for (std::size_t k = 0; k < shape_.depth; ++k)
      sum = std::fma(static_cast<float>(a_[first + k]), static_cast<float>(b_[second + k]), sum);
    return to_bits(sum);
  }
  double sum = float_value(shape_.result, c, fnuz_);
  for (std::size_t k = 0; k < shape_.depth; ++k) sum = std::fma(a_[first + k], b_[second + k], sum);
  return shape_.result == NumberType::f64 ? to_bits(sum) : float_bits(shape_.result, sum);
}

}  // namespace amd_emulator
