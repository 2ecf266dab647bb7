#pragma once

// Loads and stores with hints for caches, which are plain ones here; fences, clocks, traps, address
// spaces.

namespace duet::spelling {
/// An integer with an alignment of at most 8 bytes.
template <unsigned bytes>
struct PartOf {
  using type = unsigned long long;
};
template <>
struct PartOf<1> {
  using type = unsigned char;
};
template <>
struct PartOf<2> {
  using type = unsigned short;
};
template <>
struct PartOf<4> {
  using type = unsigned;
};
}  // namespace duet::spelling

#define DUET_SPELLING_LOAD(name)                 \
  template <typename T_>                         \
  __device__ inline T_ name(const T_* address) { \
    return *address;                             \
  }
DUET_SPELLING_LOAD(duet_ldg)
DUET_SPELLING_LOAD(duet_ldca)
DUET_SPELLING_LOAD(duet_ldcg)
DUET_SPELLING_LOAD(duet_ldcs)
DUET_SPELLING_LOAD(duet_ldlu)
#undef DUET_SPELLING_LOAD
/// Of a class, its bytes: no constructor takes a volatile value.
template <typename T_>
__device__ inline T_ duet_ldcv(const T_* address) {
  if constexpr (__is_class(T_)) {
    T_ value;
    using Part [[gnu::may_alias]] = typename duet::spelling::PartOf<alignof(T_)>::type;
    for (unsigned i = 0; i < sizeof(T_) / sizeof(Part); ++i) {
      reinterpret_cast<Part*>(&value)[i] = reinterpret_cast<const volatile Part*>(address)[i];
    }
    return value;
  } else {
    return *static_cast<const volatile T_*>(address);
  }
}
#define __ldg duet_ldg
#define __ldca duet_ldca
#define __ldcg duet_ldcg
#define __ldcs duet_ldcs
#define __ldlu duet_ldlu
#define __ldcv duet_ldcv

namespace duet::spelling {
/// A parameter from which no template argument is deduced.
template <typename T_>
struct Same {
  using type = T_;
};
}  // namespace duet::spelling

#define DUET_SPELLING_STORE(name)                                                           \
  template <typename T_>                                                                    \
  __device__ inline void name(T_* address, typename duet::spelling::Same<T_>::type value) { \
    *address = value;                                                                       \
  }
DUET_SPELLING_STORE(__stwb)
DUET_SPELLING_STORE(__stcg)
DUET_SPELLING_STORE(__stcs)
DUET_SPELLING_STORE(__stwt)
#undef DUET_SPELLING_STORE

__device__ inline void __prof_trigger(int) {}
