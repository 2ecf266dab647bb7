#pragma once

#include <duet/spelling/std/type_traits.hpp>
#include <duet/spelling/std/utility.hpp>

// <concepts>; empty before C++20.

#if defined(__cpp_concepts) && __cpp_concepts >= 201907L
namespace std {

template <typename A_, typename B_>
concept same_as = is_same_v<A_, B_> && is_same_v<B_, A_>;
template <typename D_, typename B_>
concept derived_from =
    is_base_of_v<B_, D_> && is_convertible_v<const volatile D_*, const volatile B_*>;
template <typename F_, typename T_>
concept convertible_to = is_convertible_v<F_, T_> && requires {
  static_cast<T_>(declval<F_>());
};
template <typename T_>
concept integral = is_integral_v<T_>;
template <typename T_>
concept signed_integral = integral<T_> && is_signed_v<T_>;
template <typename T_>
concept unsigned_integral = integral<T_> && !signed_integral<T_>;
template <typename T_>
concept floating_point = is_floating_point_v<T_>;
template <typename L_, typename R_>
concept assignable_from = requires(L_ left, R_&& right) {
  { left = static_cast<R_&&>(right) } -> same_as<L_>;
};
template <typename T_, typename... A_>
concept constructible_from = is_constructible_v<T_, A_...>;
template <typename T_>
concept default_initializable = constructible_from<T_> && requires {
  T_{};
};
template <typename T_>
concept move_constructible = constructible_from<T_, T_> && convertible_to<T_, T_>;
template <typename T_>
concept copy_constructible =
    move_constructible<T_> && constructible_from<T_, T_&> && constructible_from<T_, const T_&>;
template <typename T_>
concept equality_comparable = requires(const T_& a, const T_& b) {
  { a == b } -> convertible_to<bool>;
  { a != b } -> convertible_to<bool>;
};
template <typename T_>
concept totally_ordered = equality_comparable<T_> && requires(const T_& a, const T_& b) {
  { a < b } -> convertible_to<bool>;
  { a > b } -> convertible_to<bool>;
  { a <= b } -> convertible_to<bool>;
  { a >= b } -> convertible_to<bool>;
};
template <typename F_, typename... A_>
concept invocable = is_invocable_v<F_, A_...>;

}  // namespace std
#endif
