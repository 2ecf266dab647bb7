#pragma once

#include <memory>

#include <duet/duet.hpp>

namespace arrays {

/// A library of matrix products that submits to a stream, such as cuBLAS.
class ProductLibrary {
 public:
  virtual ~ProductLibrary() = default;
  /// c = a b, for row-major matrices: a has m rows and k columns, b has k rows and n columns.
  virtual void multiply(duet::StreamRef stream, const float* a, const float* b, float* c, int m,
                        int n, int k) = 0;
};

/// cuBLAS if the example was built with it, else a kernel.
std::unique_ptr<ProductLibrary> open_product_library(const duet::Device& device);

}  // namespace arrays
