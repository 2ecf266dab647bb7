#pragma once

#include <string_view>

#include <duet/duet.hpp>

namespace arrays {

/// The kernels that are not made by fusion, compiled when the first one is needed.
/// - `row_sum`, `row_maximum`, `softmax`: a block of `row_block` threads for a row
/// - `draw`: random numbers, a thread for two
/// - `multiply`: a product of matrices, a thread for an element
duet::Kernel find_kernel(const duet::Device& device, std::string_view name);
inline constexpr unsigned row_block = 128;

}  // namespace arrays
