#pragma once

#include <array>
#include <cstdint>

#include <duet/array_view.hpp>
#include <duet/device.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// An operand of a matrix product as kernels take it by value: `duet::ProductOperand<T>` of
/// duet/device/block_product.hpp, for kernels that call duet::BlockProduct. A value: it names the
/// array's memory without owning it. Strides are in elements.
///
///     const auto a = duet::ProductOperand::left(device, {x, {m, k}}, 128);
///     const auto b = duet::ProductOperand::right(device, {y, {k, n}}, 256);
///     duet::launch(stream, kernel, shape, a, b, extents, result);
///
/// `extents` and `result` are structs of the program with the members of duet::ProductExtents and
/// duet::ProductResult.
struct alignas(64) ProductOperand {
  /// For the copy engine; 0 without. In the device's own form: of use on no other device.
  std::array<std::uint64_t, 16> map{};
  const void* data = nullptr;     ///< The first element.
  std::int64_t stride = 0;        ///< Of rows of the left, columns of the right operand.
  std::int64_t depth_stride = 0;  ///< Along the depth.
  std::int64_t batch_stride = 0;  ///< From a matrix of the batch to the next one.

  /// The left operand of a product.
  /// @param device     where the kernel will run
  /// @param array      rows x depth, or a batch of such matrices
  /// @param tile_rows  rows of the kernel's ProductTile, 8 to 256 in steps of 8, if the copy engine
  ///                   brings its operands: products by warpgroups, in code for sm_90a. 0: no map
  /// @param is_tf32    whether the kernel's elements are duet::tf32; the array is of f32
  /// @throws Error  invalid_argument for another number of dimensions or another type; with a map
  ///                also for an empty array, one whose rows and columns both have gaps, a start or
  ///                stride that is no multiple of 16 bytes, or a wrong number of rows;
  ///                not_supported if the device has no copy engine for tensors
  static ProductOperand left(const Device& device, const ArrayView& array, int tile_rows = 0,
                             bool is_tf32 = false);
  /// The right operand.
  /// @param device        as for `left`
  /// @param array         depth x columns, or a batch of such matrices
  /// @param tile_columns  columns of the kernel's ProductTile; otherwise as for `left`
  /// @param is_tf32       as for `left`
  /// @throws Error  as `left`
  static ProductOperand right(const Device& device, const ArrayView& array, int tile_columns = 0,
                              bool is_tf32 = false);
};

}  // namespace duet
DUET_API_END
