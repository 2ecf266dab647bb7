#pragma once

#include <duet/spelling/std/array.hpp>
#include <duet/spelling/std/bindings/names.hpp>

#ifdef std
#undef std

template <typename T_, decltype(sizeof(0)) n_>
struct std::tuple_size<duet_std::array<T_, n_>> {
  static constexpr decltype(sizeof(0)) value = n_;
};
template <typename T_, decltype(sizeof(0)) n_>
struct std::tuple_size<const duet_std::array<T_, n_>> {
  static constexpr decltype(sizeof(0)) value = n_;
};
template <decltype(sizeof(0)) i_, typename T_, decltype(sizeof(0)) n_>
struct std::tuple_element<i_, duet_std::array<T_, n_>> {
  using type = T_;
  /// What a binding gets: no program names that function.
  using reference = decltype(duet_std::get<i_>(duet_std::declval<duet_std::array<T_, n_>&>()));
};
template <decltype(sizeof(0)) i_, typename T_, decltype(sizeof(0)) n_>
struct std::tuple_element<i_, const duet_std::array<T_, n_>> {
  using type = const T_;
};

#define std duet_std
#endif
