#pragma once

#include <duet/spelling/std/type_traits.hpp>

namespace std {

template <typename T_>
__host__ __device__ constexpr remove_reference_t<T_>&& move(T_&& x) noexcept {
  return static_cast<remove_reference_t<T_>&&>(x);
}
template <typename T_>
__host__ __device__ constexpr T_&& forward(remove_reference_t<T_>& x) noexcept {
  return static_cast<T_&&>(x);
}
template <typename T_>
__host__ __device__ constexpr T_&& forward(remove_reference_t<T_>&& x) noexcept {
  return static_cast<T_&&>(x);
}
template <typename T_>
__host__ __device__ inline void swap(T_& a, T_& b) noexcept {
  T_ old = std::move(a);
  a = std::move(b);
  b = std::move(old);
}
template <typename T_, size_t n_>
__host__ __device__ inline void swap(T_ (&a)[n_], T_ (&b)[n_]) noexcept {
  for (size_t i = 0; i < n_; ++i) std::swap(a[i], b[i]);
}
template <typename T_, typename U_ = T_>
__host__ __device__ inline T_ exchange(T_& x, U_&& value) {
  T_ old = std::move(x);
  x = std::forward<U_>(value);
  return old;
}
template <typename T_>
__host__ __device__ constexpr const T_& as_const(T_& x) noexcept {
  return x;
}

template <typename A_, typename B_>
struct pair {
  using first_type = A_;
  using second_type = B_;
  A_ first;
  B_ second;
  pair() = default;
  __host__ __device__ constexpr pair(const A_& a, const B_& b) : first(a), second(b) {}
  template <typename C_, typename D_>
  __host__ __device__ constexpr pair(const pair<C_, D_>& other)
      : first(other.first), second(other.second) {}
};
template <typename A_, typename B_>
__host__ __device__ constexpr pair<decay_t<A_>, decay_t<B_>> make_pair(A_&& a, B_&& b) {
  return {std::forward<A_>(a), std::forward<B_>(b)};
}
template <typename A_, typename B_>
__host__ __device__ constexpr bool operator==(const pair<A_, B_>& x, const pair<A_, B_>& y) {
  return x.first == y.first && x.second == y.second;
}
template <typename A_, typename B_>
__host__ __device__ constexpr bool operator!=(const pair<A_, B_>& x, const pair<A_, B_>& y) {
  return !(x == y);
}
template <typename A_, typename B_>
__host__ __device__ constexpr bool operator<(const pair<A_, B_>& x, const pair<A_, B_>& y) {
  return x.first < y.first || (!(y.first < x.first) && x.second < y.second);
}
template <typename A_, typename B_>
__host__ __device__ constexpr bool operator>(const pair<A_, B_>& x, const pair<A_, B_>& y) {
  return y < x;
}
template <typename A_, typename B_>
__host__ __device__ constexpr bool operator<=(const pair<A_, B_>& x, const pair<A_, B_>& y) {
  return !(y < x);
}
template <typename A_, typename B_>
__host__ __device__ constexpr bool operator>=(const pair<A_, B_>& x, const pair<A_, B_>& y) {
  return !(x < y);
}

template <typename T_, T_... i_>
struct integer_sequence {
  using value_type = T_;
  __host__ __device__ static constexpr size_t size() noexcept { return sizeof...(i_); }
};
template <size_t... i_>
using index_sequence = integer_sequence<size_t, i_...>;
namespace spelling_detail {
template <size_t n_, size_t... i_>
struct make_sequence : make_sequence<n_ - 1, n_ - 1, i_...> {};
template <size_t... i_>
struct make_sequence<0, i_...> {
  template <typename T_>
  using of = integer_sequence<T_, T_(i_)...>;
};
}  // namespace spelling_detail
template <typename T_, T_ n_>
using make_integer_sequence = typename spelling_detail::make_sequence<size_t(n_)>::template of<T_>;
template <size_t n_>
using make_index_sequence = make_integer_sequence<size_t, n_>;
template <typename... T_>
using index_sequence_for = make_index_sequence<sizeof...(T_)>;

struct in_place_t {};
struct piecewise_construct_t {};

// The elements of pair, array and tuple.
template <typename T_>
struct tuple_size;
template <size_t i_, typename T_>
struct tuple_element;
template <typename A_, typename B_>
struct tuple_size<pair<A_, B_>> : integral_constant<size_t, 2> {};
template <size_t i_, typename A_, typename B_>
struct tuple_element<i_, pair<A_, B_>> {
  using type = conditional_t<i_ == 0, A_, B_>;
};
template <size_t i_, typename T_>
using tuple_element_t = typename tuple_element<i_, T_>::type;
#if __cplusplus >= 201703L
template <typename T_>
constexpr size_t tuple_size_v = tuple_size<T_>::value;
template <size_t i_, typename A_, typename B_>
__host__ __device__ constexpr auto& get(pair<A_, B_>& x) noexcept {
  if constexpr (i_ == 0) {
    return x.first;
  } else {
    return x.second;
  }
}
template <size_t i_, typename A_, typename B_>
__host__ __device__ constexpr const auto& get(const pair<A_, B_>& x) noexcept {
  if constexpr (i_ == 0) {
    return x.first;
  } else {
    return x.second;
  }
}
template <size_t i_, typename A_, typename B_>
__host__ __device__ constexpr conditional_t<i_ == 0, A_, B_>&& get(pair<A_, B_>&& x) noexcept {
  return static_cast<conditional_t<i_ == 0, A_, B_>&&>(std::get<i_>(x));
}
#endif

template <typename A_, typename B_>
__host__ __device__ constexpr bool cmp_less(A_ a, B_ b) noexcept {
  if (a < 0 && is_unsigned<B_>::value) return true;
  if (b < 0 && is_unsigned<A_>::value) return false;
  return static_cast<common_type_t<A_, B_>>(a) < static_cast<common_type_t<A_, B_>>(b);
}
template <typename A_, typename B_>
__host__ __device__ constexpr bool cmp_equal(A_ a, B_ b) noexcept {
  return !std::cmp_less(a, b) && !std::cmp_less(b, a);
}
template <typename A_, typename B_>
__host__ __device__ constexpr bool cmp_not_equal(A_ a, B_ b) noexcept {
  return !std::cmp_equal(a, b);
}
template <typename A_, typename B_>
__host__ __device__ constexpr bool cmp_greater(A_ a, B_ b) noexcept {
  return std::cmp_less(b, a);
}
template <typename A_, typename B_>
__host__ __device__ constexpr bool cmp_less_equal(A_ a, B_ b) noexcept {
  return !std::cmp_less(b, a);
}
template <typename A_, typename B_>
__host__ __device__ constexpr bool cmp_greater_equal(A_ a, B_ b) noexcept {
  return !std::cmp_less(a, b);
}
template <typename R_, typename T_>
__host__ __device__ constexpr bool in_range(T_ x) noexcept {
  return std::cmp_equal(x, static_cast<R_>(x));
}
#if __cplusplus >= 201703L
inline constexpr in_place_t in_place{};
inline constexpr piecewise_construct_t piecewise_construct{};
#endif
template <typename T_>
__host__ __device__ constexpr T_&& move_if_noexcept(T_& x) noexcept {
  return static_cast<T_&&>(x);
}

}  // namespace std
