#pragma once

#include <memory>

#include "raw.hpp"

namespace duet::bench {

/// A matrix product of the vendor's library between small kernels, captured from a stream. Throws
/// and releases as RawVendor.
class RawProduct {
 public:
  virtual ~RawProduct() = default;

  /// Submits one product to a stream. @param stream  the vendor's handle
  virtual void submit(void* stream) = 0;
  /// Makes `count` steps of launches and a product in their middle: captures them, updates the
  /// executable of the step before to the graph, and launches it.
  virtual void step(const RawLaunch& launch, int launches, int count) = 0;
  /// Launches the executable again.
  virtual void replay(int count) = 0;
  virtual void synchronize() = 0;
};

/// @param size       rows and columns of the square matrices of floats
/// @param workspace  whether the library gets memory for its own use; if not, it allocates some in
///                   each capture
std::unique_ptr<RawProduct> open_raw_product(int device, int size, bool workspace);

}  // namespace duet::bench
