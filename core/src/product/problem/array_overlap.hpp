#pragma once

#include <duet/array_view.hpp>

namespace duet::detail {

/// Whether the ranges of bytes from the arrays' first to their last elements overlap.
bool have_common_bytes(const ArrayView& a, const ArrayView& b);

/// Whether the arrays lie side by side, such as some columns and the others of one matrix.
bool are_side_by_side(const ArrayView& a, const ArrayView& b);

}  // namespace duet::detail
