#pragma once

#include <duet/device/bfloat16.hpp>
#include <duet/device/detail/chosen_product.hpp>
#include <duet/device/half.hpp>
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#include <duet/device/vendor/cuda/warpgroup_bytes.hpp>
#include <duet/device/vendor/cuda/warpgroup_halves.hpp>
#include <duet/device/vendor/cuda/warpgroup_product.hpp>
#endif

namespace duet::vendor {

/// The kind of product.
template <bool by_warpgroups, typename T, typename Tile, ProductOrder a_order, ProductOrder b_order>
struct VendorProduct {
  using type = detail::ChosenProduct<T, Tile, a_order, b_order>;
};

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
template <typename T, typename Tile, ProductOrder a_order, ProductOrder b_order>
struct VendorProduct<true, T, Tile, a_order, b_order> {
  using type = WarpgroupProduct<T, Tile, a_order, b_order>;
};
#endif

/// Whether warpgroups multiply elements of a type.
template <typename T>
inline constexpr bool has_warpgroup_products = false;
template <>
inline constexpr bool has_warpgroup_products<half> = true;
template <>
inline constexpr bool has_warpgroup_products<bfloat16> = true;
template <>
inline constexpr bool has_warpgroup_products<int8_t> = true;
template <>
inline constexpr bool has_warpgroup_products<uint8_t> = true;
/// Whether they take operands in an order.
template <typename T>
__host__ __device__ constexpr bool takes_order(ProductOrder order) {
  return order == ProductOrder::depth || (order == ProductOrder::across && sizeof(T) == 2);
}

template <typename T, typename Tile, ProductOrder a_order, ProductOrder b_order>
using BlockProduct = typename VendorProduct<has_warpgroup_products<T> && takes_order<T>(a_order) &&
                                                takes_order<T>(b_order),
                                            T, Tile, a_order, b_order>::type;

}  // namespace duet::vendor
