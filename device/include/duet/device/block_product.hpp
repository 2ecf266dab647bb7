#pragma once

#include <duet/device/detail/product_problem.hpp>
#include <duet/device/grid_constant.hpp>
#include <duet/device/vendor/select.hpp>

#include DUET_VENDOR_HEADER(block_product)

/// @file
/// Matrix products by whole blocks: C = A * B in tiles, with the operands' parts of the depth in
/// shared memory. A kernel is one call; what happens to the sums is the kernel's own:
///
///     using Tile = duet::ProductTile<64, 64>;
///     using Product = duet::BlockProduct<float, Tile, duet::ProductOrder::depth,
///                                        duet::ProductOrder::across>;
///     struct Scale {
///       float factor;
///       __device__ float operator()(unsigned batch, unsigned row, unsigned column, float sum)
///       const {
///         return factor * sum;
///       }
///     };
///     struct Write {
///       duet::ProductResult<float> result;
///       template <typename Sums>
///       __device__ void operator()(Sums sums) const { sums.template store<false>(result,
///       Scale{2}); }
///     };
///     extern "C" __global__ void __launch_bounds__(Product::threads) product(
///         const DUET_GRID_CONSTANT duet::ProductOperand<float> a,
///         const DUET_GRID_CONSTANT duet::ProductOperand<float> b, duet::ProductExtents extents,
///         duet::ProductResult<float> result) {
///       Product::run(extents, a, b, Write{result});
///     }
///
/// Blocks have `Product::threads` threads in one dimension. A grid of any size computes all tiles.
/// With duet::ProductGroups in place of the extents, rows of A belong to groups, and each group is
/// multiplied by another B. The host makes operands by duet::ProductOperand (product_operand.hpp);
/// its duet::MatrixProduct writes such kernels and chooses tiles.

namespace duet {

/// The products of a kernel's blocks. Its member `run` computes the block's tiles and calls an
/// epilogue with the sums of each: an object with
///
/// - `for_each(f)`, which calls `f(batch, row, column, sum)` for each of the thread's sums that the
///   result has, and
/// - `store<vectors>(result, f)`, which writes what `f(batch, row, column, sum)` returns;
///   `vectors` promises that rows of the result are dense, start at multiples of 16 bytes and are
///   multiples of 16 bytes long.
///
/// There are three kinds, all with the number of threads of a block as `threads`, and the dynamic
/// shared memory that the launch gives it as `dynamic_shared_bytes`:
///
/// - In code for sm_90a, halves and bfloat16s in an order other than `any`, and integers of 8 bits
///   whose neighbours are along the depth, are multiplied by warpgroups (`wgmma`), which the copy
///   engine feeds: the operands then have maps. The host's duet::MatrixProduct does so with tf32
///   and OCP's 8-bit floating-point numbers, too.
/// - Other types for which the target has matrix instructions are multiplied by waves, as by
///   duet::MatrixTile. In an order other than `any`, the operands' lines start at multiples of 16
///   bytes.
/// - Everything else is computed by ordinary arithmetic with fused multiply-adds in the order of
///   the depth.
/// @tparam T        of the operands: half, bfloat16, float, tf32, a type of float8.hpp (sums are
///                  floats), double (doubles), int8_t or uint8_t (ints)
/// @tparam Tile     a ProductTile: rows and columns are multiples of 64, for waves 64 or 128; by
///                  warpgroups, 64 or 128 rows and 8, 16, 32, 64, 96, 128, 192 or 256 columns
/// @tparam a_order  the neighbours in memory of A's elements
/// @tparam b_order  the neighbours in memory of B's elements
template <typename T, typename Tile, ProductOrder a_order, ProductOrder b_order>
using BlockProduct = vendor::BlockProduct<T, Tile, a_order, b_order>;

}  // namespace duet
