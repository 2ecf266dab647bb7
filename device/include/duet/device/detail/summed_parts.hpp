#pragma once

#include <duet/device/detail/product_problem.hpp>
#include <duet/device/thread.hpp>

namespace duet::detail {

/// A product whose parts of the depth have been summed: matrices of a batch with dense rows, which
/// `run` takes in place of the left operand. Each thread adds the parts of an element in their
/// order.
template <typename Sum, typename, ProductOrder, ProductOrder>
class SummedParts {
 public:
  static constexpr int threads = 256;

  /// @param extents  those of the result; the parts are its batches
  template <typename Epilogue>
  __device__ static void run(const ProductExtents& extents, const ProductOperand<Sum>& parts,
                             const ProductOperand<Sum>&, const Epilogue& epilogue) {
    const uint64_t size = uint64_t(extents.rows) * extents.columns;
    const uint64_t step = uint64_t(gridDim.x) * threads;
    for (uint64_t i = thread_in_grid(); i < size; i += step) {
      Sum sum(0);
      for (unsigned part = 0; part < extents.batches; ++part) sum += parts.data[part * size + i];
      epilogue(Element{sum, unsigned(i / extents.columns), unsigned(i % extents.columns)});
    }
  }

 private:
  struct Element {
    Sum sum;
    unsigned row, column;

    template <bool, typename Result, typename Function>
    __device__ void store(const ProductResult<Result>& result, const Function& f) const {
      result.data[row * result.row_stride + column * result.column_stride] =
          f(0u, row, column, sum);
    }
  };
};

}  // namespace duet::detail
