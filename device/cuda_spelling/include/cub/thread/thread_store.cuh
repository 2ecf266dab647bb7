#pragma once

namespace cub {

enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

/// Stores a value; the modifier is a hint except STORE_WT and STORE_VOLATILE.
template <CacheStoreModifier MODIFIER, typename T>
__device__ __forceinline__ void ThreadStore(T* pointer, T value) {
  if constexpr (MODIFIER == STORE_WT || MODIFIER == STORE_VOLATILE) {
    *static_cast<volatile T*>(pointer) = value;
  } else {
    *pointer = value;
  }
}

}  // namespace cub
