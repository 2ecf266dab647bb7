#include <duet/product_operand.hpp>

#include <fmt/format.h>

#include <duet/error.hpp>

#include "../driver/device_state.hpp"
#include "../driver/driver.hpp"
#include "problem/operand.hpp"

namespace duet {

namespace {

using detail::ProductOperandView;

template <typename... Values>
[[noreturn]] void refuse(fmt::format_string<Values...> format, Values&&... values) {
  throw Error(ErrorCode::invalid_argument,
              "product operand: " + fmt::format(format, std::forward<Values>(values)...));
}

/// @param extent  the dimension of rows or columns, counted from the last one
ProductOperandView view_of(const ArrayView& array, int extent, bool is_tf32) {
  const Dimensions& shape = array.shape();
  const int n = shape.size();
  if (n != 2 && n != 3) {
    refuse("an array of shape {} is neither a matrix nor a batch of matrices", to_string(shape));
  }
  if (is_tf32 && array.type() != DataType::f32) {
    refuse("elements of TF32 are in arrays of f32, not of {}", name_of(array.type()));
  }
  const int row = n - extent, depth = extent == 1 ? n - 2 : n - 1;
  const Dimensions& strides = array.strides();
  const bool is_batch = n == 3;
  return {static_cast<const std::byte*>(array.data()),
          array.type(),
          shape[row],
          shape[depth],
          is_batch ? shape[0] : 1,
          strides[row],
          strides[depth],
          is_batch && shape[0] > 1 ? strides[0] : 0,
          is_tf32};
}

/// @param box  rows or columns of a box; 0: without a map
ProductOperand operand_of(const Device& device, const ProductOperandView& view, int box) {
  if (box == 0) return detail::kernel_operand(view, 0);
  if (box < 8 || box > 256 || box % 8 != 0) {
    refuse("a tile of {} rows or columns is not copied by boxes: 8 to 256, in steps of 8", box);
  }
  if (!vendor::has_tensor_maps(device.state().handle)) {
    throw Error(ErrorCode::not_supported,
                "product operand: the device or its driver has no copy engine for tensors; give 0 "
                "rows or columns for an operand without a map");
  }
  if (view.extent == 0 || view.depth == 0 || view.batches == 0) refuse("the array is empty");
  if (!has_aligned_lines(view)) {
    refuse(
        "the copy engine needs rows or columns without gaps between their elements, and a "
        "start and strides that are multiples of 16 bytes");
  }
  return detail::kernel_operand(view, box);
}

}  // namespace

ProductOperand ProductOperand::left(const Device& device, const ArrayView& array, int tile_rows,
                                    bool is_tf32) {
  return operand_of(device, view_of(array, 2, is_tf32), tile_rows);
}

ProductOperand ProductOperand::right(const Device& device, const ArrayView& array, int tile_columns,
                                     bool is_tf32) {
  return operand_of(device, view_of(array, 1, is_tf32), tile_columns);
}

}  // namespace duet
