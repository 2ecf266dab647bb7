#pragma once

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#include <duet/device/vendor/cuda/warpgroup/shared_product.hpp>
#else
#include <duet/device/detail/matrix/plain_shared_product.hpp>
#endif

namespace duet::vendor {

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
using SharedProduct = WarpgroupSharedProduct;
#else
using SharedProduct = detail::PlainSharedProduct;
#endif

}  // namespace duet::vendor
