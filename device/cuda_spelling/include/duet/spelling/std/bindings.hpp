#pragma once

#include <duet/spelling/std/utility.hpp>

// Structured bindings take tuples and arrays apart by names that compilers look for in the namespace
// std itself. In kernels that namespace has another name.
#ifdef std

namespace std {
template <typename... T_>
struct tuple;
template <typename T_, size_t n_>
struct array;
}  // namespace std

#undef std
namespace std {
template <typename T_>
struct tuple_size;
template <decltype(sizeof(0)) i_, typename T_>
struct tuple_element;

template <typename... T_>
struct tuple_size<duet_std::tuple<T_...>> {
  static constexpr decltype(sizeof(0)) value = sizeof...(T_);
};
template <typename... T_>
struct tuple_size<const duet_std::tuple<T_...>> : tuple_size<duet_std::tuple<T_...>> {};
template <decltype(sizeof(0)) i_, typename... T_>
struct tuple_element<i_, duet_std::tuple<T_...>>
    : duet_std::tuple_element<i_, duet_std::tuple<T_...>> {};
template <decltype(sizeof(0)) i_, typename... T_>
struct tuple_element<i_, const duet_std::tuple<T_...>> {
  using type = const typename tuple_element<i_, duet_std::tuple<T_...>>::type;
};

template <typename T_, decltype(sizeof(0)) n_>
struct tuple_size<duet_std::array<T_, n_>> {
  static constexpr decltype(sizeof(0)) value = n_;
};
template <typename T_, decltype(sizeof(0)) n_>
struct tuple_size<const duet_std::array<T_, n_>> : tuple_size<duet_std::array<T_, n_>> {};
template <decltype(sizeof(0)) i_, typename T_, decltype(sizeof(0)) n_>
struct tuple_element<i_, duet_std::array<T_, n_>> {
  using type = T_;
};
template <decltype(sizeof(0)) i_, typename T_, decltype(sizeof(0)) n_>
struct tuple_element<i_, const duet_std::array<T_, n_>> {
  using type = const T_;
};

// No program names what bindings use.
using duet_std::get;
static_assert(tuple_size<duet_std::tuple<>>::value == 0, "an empty tuple has elements");
static_assert(sizeof(tuple_element<0, duet_std::array<int, 1>>) != 0, "elements have types");
}  // namespace std
#define std duet_std

#endif
