#pragma once

#include <functional>

#include <duet/duet.hpp>

namespace arrays {

/// c = a b for row-major matrices: a has m rows and k columns, b has k rows and n columns.
struct Product {
  const float *a, *b;
  float* c;
  int m, n, k;
};

/// A library that submits products to a stream, which may be in capture.
using ProductLibrary = std::function<void(duet::StreamRef, const Product&)>;

/// The vendor's BLAS if the example was built with it, else a kernel.
ProductLibrary open_product_library(const duet::Device& device);

}  // namespace arrays
