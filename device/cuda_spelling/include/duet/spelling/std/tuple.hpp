#pragma once

#include <duet/spelling/std/utility.hpp>

namespace std {

namespace spelling_detail {
template <size_t i_, typename T_>
struct element {
  T_ value;
};
template <typename Sequence_, typename... T_>
struct elements;
template <size_t... i_, typename... T_>
struct elements<index_sequence<i_...>, T_...> : element<i_, T_>... {
  elements() = default;
  template <typename... U_>
  __host__ __device__ constexpr explicit elements(in_place_t, U_&&... values)
      : element<i_, T_>{std::forward<U_>(values)}... {}
};
template <size_t i_, typename T_>
__host__ __device__ constexpr T_& value_of(element<i_, T_>& e) {
  return e.value;
}
template <size_t i_, typename T_>
__host__ __device__ constexpr const T_& value_of(const element<i_, T_>& e) {
  return e.value;
}
template <size_t i_, typename T_>
__host__ __device__ T_ type_of(const element<i_, T_>&);
}  // namespace spelling_detail

template <typename... T_>
struct tuple : spelling_detail::elements<index_sequence_for<T_...>, T_...> {
  using elements_ = spelling_detail::elements<index_sequence_for<T_...>, T_...>;
  tuple() = default;
  template <typename... U_,
            enable_if_t<sizeof...(U_) == sizeof...(T_) && sizeof...(U_) != 1, int> = 0>
  __host__ __device__ constexpr tuple(U_&&... values)
      : elements_(in_place_t(), std::forward<U_>(values)...) {}
  template <typename U_,
            enable_if_t<sizeof...(T_) == 1 && !is_same<decay_t<U_>, tuple>::value, int> = 0>
  __host__ __device__ constexpr tuple(U_&& value)
      : elements_(in_place_t(), std::forward<U_>(value)) {}
  template <typename... U_>
  __host__ __device__ tuple& operator=(const tuple<U_...>& other) {
    assign(other, index_sequence_for<T_...>());
    return *this;
  }
  tuple(const tuple&) = default;
  __host__ __device__ tuple& operator=(const tuple& other) {
    assign(other, index_sequence_for<T_...>());
    return *this;
  }

 private:
  template <typename Other_, size_t... i_>
  __host__ __device__ void assign(const Other_& other, index_sequence<i_...>) {
    ((spelling_detail::value_of<i_>(*this) = spelling_detail::value_of<i_>(other)), ...);
  }
};
template <typename... T_>
tuple(T_...) -> tuple<T_...>;

template <size_t i_, typename... T_>
__host__ __device__ constexpr auto& get(tuple<T_...>& t) noexcept {
  return spelling_detail::value_of<i_>(t);
}
template <size_t i_, typename... T_>
__host__ __device__ constexpr const auto& get(const tuple<T_...>& t) noexcept {
  return spelling_detail::value_of<i_>(t);
}
template <size_t i_, typename... T_>
__host__ __device__ constexpr auto get(tuple<T_...>&& t) noexcept {
  return spelling_detail::value_of<i_>(t);
}
template <typename... T_>
__host__ __device__ constexpr tuple<decay_t<T_>...> make_tuple(T_&&... values) {
  return tuple<decay_t<T_>...>(std::forward<T_>(values)...);
}
template <typename... T_>
__host__ __device__ constexpr tuple<T_&...> tie(T_&... values) noexcept {
  return tuple<T_&...>(values...);
}
template <typename... T_>
struct tuple_size<tuple<T_...>> : integral_constant<size_t, sizeof...(T_)> {};
template <size_t i_, typename... T_>
struct tuple_element<i_, tuple<T_...>> {
  using type = decltype(spelling_detail::type_of<i_>(declval<tuple<T_...>>()));
};
template <typename... T_>
struct tuple_size<const tuple<T_...>> : tuple_size<tuple<T_...>> {};
template <size_t i_, typename... T_>
struct tuple_element<i_, const tuple<T_...>> {
  using type = const typename tuple_element<i_, tuple<T_...>>::type;
};

namespace spelling_detail {
template <typename X_, typename Y_, size_t... i_>
__host__ __device__ constexpr bool are_equal(const X_& x, const Y_& y, index_sequence<i_...>) {
  return ((value_of<i_>(x) == value_of<i_>(y)) && ...);
}
/// Whether the first elements that differ are in order.
template <typename X_, typename Y_, size_t... i_>
__host__ __device__ constexpr bool is_before(const X_& x, const Y_& y, index_sequence<i_...>) {
  bool is_less = false;
  (void)(((is_less = value_of<i_>(x) < value_of<i_>(y)) || value_of<i_>(y) < value_of<i_>(x)) ||
         ...);
  return is_less;
}
}  // namespace spelling_detail
template <typename... T_, typename... U_>
__host__ __device__ constexpr bool operator==(const tuple<T_...>& x, const tuple<U_...>& y) {
  return spelling_detail::are_equal(x, y, index_sequence_for<T_...>());
}
template <typename... T_, typename... U_>
__host__ __device__ constexpr bool operator!=(const tuple<T_...>& x, const tuple<U_...>& y) {
  return !(x == y);
}
template <typename... T_, typename... U_>
__host__ __device__ constexpr bool operator<(const tuple<T_...>& x, const tuple<U_...>& y) {
  return spelling_detail::is_before(x, y, index_sequence_for<T_...>());
}
template <typename... T_, typename... U_>
__host__ __device__ constexpr bool operator>(const tuple<T_...>& x, const tuple<U_...>& y) {
  return y < x;
}
template <typename... T_, typename... U_>
__host__ __device__ constexpr bool operator<=(const tuple<T_...>& x, const tuple<U_...>& y) {
  return !(y < x);
}
template <typename... T_, typename... U_>
__host__ __device__ constexpr bool operator>=(const tuple<T_...>& x, const tuple<U_...>& y) {
  return !(x < y);
}

namespace spelling_detail {
template <typename F_, typename T_, size_t... i_>
__host__ __device__ constexpr decltype(auto) apply(F_&& f, T_&& t, index_sequence<i_...>) {
  return f(std::get<i_>(t)...);
}
}  // namespace spelling_detail
template <typename F_, typename T_>
__host__ __device__ constexpr decltype(auto) apply(F_&& f, T_&& t) {
  return spelling_detail::apply(std::forward<F_>(f), t,
                                make_index_sequence<tuple_size<decay_t<T_>>::value>());
}

template <typename... T_>
__host__ __device__ constexpr tuple<T_&&...> forward_as_tuple(T_&&... values) noexcept {
  return tuple<T_&&...>(std::forward<T_>(values)...);
}
namespace spelling_detail {
template <typename A_, typename B_, size_t... i_, size_t... j_>
__host__ __device__ constexpr tuple<tuple_element_t<i_, A_>..., tuple_element_t<j_, B_>...> joined(
    const A_& a, const B_& b, index_sequence<i_...>, index_sequence<j_...>) {
  return {std::get<i_>(a)..., std::get<j_>(b)...};
}
template <typename T_>
using indices_of = make_index_sequence<tuple_size<T_>::value>;
template <typename R_, typename T_, size_t... i_>
__host__ __device__ constexpr R_ made_of(const T_& t, index_sequence<i_...>) {
  return R_(std::get<i_>(t)...);
}
struct ignored {
  template <typename T_>
  __host__ __device__ constexpr const ignored& operator=(const T_&) const {
    return *this;
  }
};
}  // namespace spelling_detail
__host__ __device__ constexpr tuple<> tuple_cat() { return {}; }
template <typename A_>
__host__ __device__ constexpr A_ tuple_cat(const A_& a) {
  return a;
}
template <typename A_, typename B_, typename... T_>
__host__ __device__ constexpr auto tuple_cat(const A_& a, const B_& b, const T_&... others) {
  return std::tuple_cat(spelling_detail::joined(a, b, spelling_detail::indices_of<A_>(),
                                                spelling_detail::indices_of<B_>()),
                        others...);
}
template <typename R_, typename T_>
__host__ __device__ constexpr R_ make_from_tuple(const T_& t) {
  return spelling_detail::made_of<R_>(t, spelling_detail::indices_of<T_>());
}
inline constexpr spelling_detail::ignored ignore{};

}  // namespace std

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_BINDINGS)
#include <duet/spelling/std/bindings/tuple.hpp>
#endif
