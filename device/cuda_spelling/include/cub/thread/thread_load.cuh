#pragma once

namespace cub {

enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};

/// Loads a value; the modifier is a hint except LOAD_CV and LOAD_VOLATILE.
template <CacheLoadModifier MODIFIER, typename T>
__device__ __forceinline__ T ThreadLoad(T* pointer) {
  if constexpr (MODIFIER == LOAD_CV || MODIFIER == LOAD_VOLATILE) {
    return *static_cast<const volatile T*>(pointer);
  } else {
    return *pointer;
  }
}

}  // namespace cub
