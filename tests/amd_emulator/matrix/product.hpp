#pragma once

#include <vector>

#include "matrix/numbers.hpp"

namespace amd_emulator {

/// Computes A * B + C of one block. The order of the sums of a real GPU is not documented: products
/// of numbers with fewer digits than a float are summed in double and rounded once, those of float
/// and double one after the other with fused operations.
class MatrixProduct {
 public:
  MatrixProduct(const MatrixShape& shape, bool fnuz, bool saturates);

  /// Sets an element by its bits. @param flips_sign  of a floating-point number
  void set_a(unsigned row, unsigned k, u64 bits, bool flips_sign = false);
  void set_b(unsigned k, unsigned column, u64 bits, bool flips_sign = false);
  /// Sets A to zeros: the elements of a sparse matrix that are not stored.
  void clear_a();

  /// The bits of D's element for the bits of C's.
  u64 element(unsigned row, unsigned column, u64 c) const;

 private:
  double value_of(NumberType type, u64 bits, bool flips_sign) const;
  u64 integer_element(std::size_t row, std::size_t column, u64 c) const;

  MatrixShape shape_;
  bool fnuz_;
  bool saturates_;
  std::vector<double> a_;
  std::vector<double> b_;  ///< By columns.
};

}  // namespace amd_emulator
