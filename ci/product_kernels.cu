// Products of blocks, whose machine code ci/check_amd_targets.sh compares with the
// matrix instructions that the work needs on each target. A kernel's name has the type of the
// operands and the rows and columns of a block's tile.

#include <duet/device/bfloat16.hpp>
#include <duet/device/block_product.hpp>
#include <duet/device/half.hpp>

template <typename Result>
struct Write {
  duet::ProductResult<Result> result;
  template <typename Sums>
  __device__ void operator()(Sums sums) const {
    sums.template store<true>(
        result, [](unsigned, unsigned, unsigned, Result sum) -> Result { return sum; });
  }
};

// Two blocks share a multiprocessor, as with the tiles that the library chooses for these targets.
#define PRODUCT(name, T, Sum, rows, columns)                                                      \
  using name = duet::BlockProduct<T, duet::ProductTile<rows, columns, 2, 1, 1, 2>,                \
                                  duet::ProductOrder::depth, duet::ProductOrder::across>;         \
  extern "C" __global__ void __launch_bounds__(name::threads, 2)                                  \
      product_##name(duet::ProductOperand<T> a, duet::ProductOperand<T> b,                        \
                     duet::ProductExtents extents, duet::ProductResult<Sum> result) {             \
    name::run(extents, a, b, Write<Sum>{result});                                                 \
  }

PRODUCT(f16_64x64, duet::half, float, 64, 64)
PRODUCT(f16_128x64, duet::half, float, 128, 64)
PRODUCT(bf16_128x64, duet::bfloat16, float, 128, 64)
PRODUCT(i8_128x64, duet::int8_t, int, 128, 64)
PRODUCT(u8_64x64, duet::uint8_t, int, 64, 64)
// The largest tile is for waves of 64 lanes. WMMA does not take the other types.
#if __AMDGCN_WAVEFRONT_SIZE == 64
PRODUCT(f16_128x128, duet::half, float, 128, 128)
PRODUCT(bf16_128x128, duet::bfloat16, float, 128, 128)
PRODUCT(f32_128x128, float, float, 128, 128)
PRODUCT(f64_128x64, double, double, 128, 64)
#endif
