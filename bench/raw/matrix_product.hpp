#pragma once

#include <duet/data_type.hpp>
#include <duet/matrix_product.hpp>
#include <memory>

namespace duet::bench {

/// A product of the layers of a network: d = a * transposed(b), all in row-major order.
struct ProductShape {
  DataType type;
  OperandFormat format = OperandFormat::of_array;  ///< or tf32; or e4m3, with d of bf16
  int rows = 0;                                    ///< of a and d
  int columns = 0;                                 ///< rows of b, columns of d
  int depth = 0;                                   ///< columns of a and b
};

/// Matrix products of the vendor's libraries. Throws std::runtime_error.
class RawMatrixProduct {
 public:
  virtual ~RawMatrixProduct() = default;

  /// @param stream  the vendor's handle
  virtual void multiply(void* stream, const ProductShape& shape, const void* a, const void* b,
                        void* d) = 0;
  /// The same with d = gelu(a * transposed(b) + bias), by the library's own epilogue.
  virtual void multiply_with_gelu(void* stream, const ProductShape& shape, const void* a,
                                  const void* b, const void* bias, void* d) = 0;
};

/// Uses the current device. @param workspace  memory for the libraries
std::unique_ptr<RawMatrixProduct> open_raw_matrix_product(void* workspace, std::size_t bytes);

}  // namespace duet::bench
