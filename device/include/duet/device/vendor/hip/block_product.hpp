#pragma once

#include <duet/device/detail/chosen_product.hpp>

namespace duet::vendor {

template <typename T, typename Tile, ProductOrder a_order, ProductOrder b_order>
using BlockProduct = detail::ChosenProduct<T, Tile, a_order, b_order>;

}  // namespace duet::vendor
