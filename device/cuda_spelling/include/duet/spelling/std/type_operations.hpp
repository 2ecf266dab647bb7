#pragma once

// Traits that tell which operations types have.

#include <duet/spelling/std/type_traits.hpp>

namespace std {

#define DUET_SPELLING_TRAIT(name, ...)                   \
  template <typename T_>                                 \
  struct name : integral_constant<bool, __VA_ARGS__> {}; \
  template <typename T_>                                 \
  inline constexpr bool name##_v = name<T_>::value;
DUET_SPELLING_TRAIT(is_abstract, __is_abstract(T_))
DUET_SPELLING_TRAIT(is_polymorphic, __is_polymorphic(T_))
DUET_SPELLING_TRAIT(is_aggregate, __is_aggregate(remove_cv_t<T_>))
DUET_SPELLING_TRAIT(has_virtual_destructor, __has_virtual_destructor(T_))
DUET_SPELLING_TRAIT(is_copy_constructible, __is_constructible(T_, const T_&))
DUET_SPELLING_TRAIT(is_move_constructible, __is_constructible(T_, T_&&))
DUET_SPELLING_TRAIT(is_copy_assignable, __is_assignable(T_&, const T_&))
DUET_SPELLING_TRAIT(is_move_assignable, __is_assignable(T_&, T_&&))
DUET_SPELLING_TRAIT(is_trivially_default_constructible, __is_trivially_constructible(T_))
DUET_SPELLING_TRAIT(is_trivially_copy_constructible, __is_trivially_constructible(T_, const T_&))
DUET_SPELLING_TRAIT(is_trivially_move_constructible, __is_trivially_constructible(T_, T_&&))
DUET_SPELLING_TRAIT(is_trivially_copy_assignable, __is_trivially_assignable(T_&, const T_&))
DUET_SPELLING_TRAIT(is_trivially_move_assignable, __is_trivially_assignable(T_&, T_&&))
DUET_SPELLING_TRAIT(is_nothrow_default_constructible, __is_nothrow_constructible(T_))
DUET_SPELLING_TRAIT(is_nothrow_copy_constructible, __is_nothrow_constructible(T_, const T_&))
DUET_SPELLING_TRAIT(is_nothrow_move_constructible, __is_nothrow_constructible(T_, T_&&))
DUET_SPELLING_TRAIT(is_nothrow_copy_assignable, __is_nothrow_assignable(T_&, const T_&))
DUET_SPELLING_TRAIT(is_nothrow_move_assignable, __is_nothrow_assignable(T_&, T_&&))
DUET_SPELLING_TRAIT(is_object,
                    !is_function<T_>::value && !is_reference<T_>::value && !is_void<T_>::value)
DUET_SPELLING_TRAIT(is_compound, !is_fundamental<T_>::value)
#undef DUET_SPELLING_TRAIT

template <typename T_, typename... A_>
struct is_trivially_constructible
    : integral_constant<bool, __is_trivially_constructible(T_, A_...)> {};
template <typename T_, typename... A_>
struct is_nothrow_constructible : integral_constant<bool, __is_nothrow_constructible(T_, A_...)> {};
template <typename T_, typename U_>
struct is_assignable : integral_constant<bool, __is_assignable(T_, U_)> {};
template <typename T_, typename U_>
struct is_trivially_assignable : integral_constant<bool, __is_trivially_assignable(T_, U_)> {};
template <typename T_, typename U_>
struct is_nothrow_assignable : integral_constant<bool, __is_nothrow_assignable(T_, U_)> {};
template <typename T_, typename U_>
inline constexpr bool is_assignable_v = is_assignable<T_, U_>::value;
template <typename T_, typename... A_>
inline constexpr bool is_trivially_constructible_v = is_trivially_constructible<T_, A_...>::value;
template <typename T_, typename... A_>
inline constexpr bool is_nothrow_constructible_v = is_nothrow_constructible<T_, A_...>::value;

/// swap of this set moves, which takes a constructor and an assignment.
template <typename T_>
struct is_swappable
    : integral_constant<bool, is_move_constructible<T_>::value && is_move_assignable<T_>::value> {};
template <typename T_>
struct is_nothrow_swappable : integral_constant<bool, is_nothrow_move_constructible<T_>::value &&
                                                          is_nothrow_move_assignable<T_>::value> {};
template <typename T_>
inline constexpr bool is_swappable_v = is_swappable<T_>::value;
template <typename T_>
inline constexpr bool is_nothrow_swappable_v = is_nothrow_swappable<T_>::value;

template <typename T_>
struct is_rvalue_reference : false_type {};
template <typename T_>
struct is_rvalue_reference<T_&&> : true_type {};
template <typename T_>
inline constexpr bool is_rvalue_reference_v = is_rvalue_reference<T_>::value;
template <typename T_>
struct is_member_pointer : false_type {};
template <typename T_, typename C_>
struct is_member_pointer<T_ C_::*> : true_type {};
template <typename T_>
inline constexpr bool is_member_pointer_v = is_member_pointer<T_>::value;

template <typename T_>
struct remove_all_extents {
  using type = T_;
};
template <typename T_>
struct remove_all_extents<T_[]> : remove_all_extents<T_> {};
template <typename T_, size_t n_>
struct remove_all_extents<T_[n_]> : remove_all_extents<T_> {};
template <typename T_>
using remove_all_extents_t = typename remove_all_extents<T_>::type;
template <typename T_>
struct add_volatile {
  using type = volatile T_;
};
template <typename T_>
struct add_cv {
  using type = const volatile T_;
};

}  // namespace std
