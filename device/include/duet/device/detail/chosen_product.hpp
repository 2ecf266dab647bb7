#pragma once

#include <duet/device/detail/tiled_product.hpp>
#include <duet/device/detail/wave_product.hpp>

namespace duet::detail {

/// By matrix instructions of waves where the target has them for the type, else by ordinary
/// arithmetic.
template <typename T, typename Tile, ProductOrder a_order, ProductOrder b_order>
using ChosenProduct = conditional<has_instruction<T>, WaveProduct<T, Tile, a_order, b_order>,
                                  TiledProduct<T, Tile, a_order, b_order>>;

}  // namespace duet::detail
