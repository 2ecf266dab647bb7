#pragma once

#include <duet/device/detail/matrix/plain_shared_product.hpp>

namespace duet::vendor {

using SharedProduct = detail::PlainSharedProduct;

}  // namespace duet::vendor
