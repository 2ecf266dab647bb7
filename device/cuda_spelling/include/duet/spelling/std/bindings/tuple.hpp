#pragma once

#include <duet/spelling/std/bindings/names.hpp>
#include <duet/spelling/std/tuple.hpp>

#ifdef std
#undef std

template <typename... T_>
struct std::tuple_size<duet_std::tuple<T_...>> {
  static constexpr decltype(sizeof(0)) value = sizeof...(T_);
};
template <typename... T_>
struct std::tuple_size<const duet_std::tuple<T_...>> {
  static constexpr decltype(sizeof(0)) value = sizeof...(T_);
};
template <decltype(sizeof(0)) i_, typename... T_>
struct std::tuple_element<i_, duet_std::tuple<T_...>> {
  using type = typename duet_std::tuple_element<i_, duet_std::tuple<T_...>>::type;
  /// What a binding gets: no program names that function.
  using reference = decltype(duet_std::get<i_>(duet_std::declval<duet_std::tuple<T_...>&>()));
};
template <decltype(sizeof(0)) i_, typename... T_>
struct std::tuple_element<i_, const duet_std::tuple<T_...>> {
  using type = const typename duet_std::tuple_element<i_, duet_std::tuple<T_...>>::type;
};

#define std duet_std
#endif
