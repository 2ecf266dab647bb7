#pragma once

// Traits that tell which operations types have.

#include <duet/spelling/std/type_traits.hpp>

namespace std {

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
DUET_SPELLING_TRAIT(has_unique_object_representations,
                    __has_unique_object_representations(remove_cv_t<remove_all_extents_t<T_>>))
DUET_SPELLING_TRAIT(is_scoped_enum, is_enum<T_>::value && !is_convertible<T_, int>::value)
DUET_SPELLING_TRAIT(is_bounded_array, extent<T_>::value != 0)
DUET_SPELLING_TRAIT(is_unbounded_array, is_array<T_>::value&& extent<T_>::value == 0)
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

template <typename T_, typename U_>
inline constexpr bool is_trivially_assignable_v = is_trivially_assignable<T_, U_>::value;
template <typename T_, typename U_>
inline constexpr bool is_nothrow_assignable_v = is_nothrow_assignable<T_, U_>::value;

namespace spelling_detail {
template <typename T_>
struct destruction {
  template <typename U_, typename = decltype(declval<U_&>().~U_())>
  __host__ __device__ static bool_constant<noexcept(declval<U_&>().~U_())> is_nothrow(int);
  template <typename U_, typename = decltype(declval<U_&>().~U_())>
  __host__ __device__ static true_type exists(int);
  template <typename>
  __host__ __device__ static false_type is_nothrow(...);
  template <typename>
  __host__ __device__ static false_type exists(...);
};
}  // namespace spelling_detail
template <typename T_>
struct is_destructible
    : decltype(spelling_detail::destruction<T_>::template exists<remove_all_extents_t<T_>>(0)) {};
template <typename T_>
struct is_nothrow_destructible
    : decltype(spelling_detail::destruction<T_>::template is_nothrow<remove_all_extents_t<T_>>(0)) {
};
template <typename T_>
inline constexpr bool is_destructible_v = is_destructible<T_>::value;
template <typename T_>
inline constexpr bool is_nothrow_destructible_v = is_nothrow_destructible<T_>::value;

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
struct is_member_function_pointer : false_type {};
template <typename T_, typename C_>
struct is_member_function_pointer<T_ C_::*> : is_function<T_> {};
template <typename T_>
inline constexpr bool is_member_function_pointer_v = is_member_function_pointer<T_>::value;
template <typename T_>
struct is_member_object_pointer
    : integral_constant<bool,
                        is_member_pointer<T_>::value && !is_member_function_pointer<T_>::value> {};
template <typename T_>
inline constexpr bool is_member_object_pointer_v = is_member_object_pointer<T_>::value;

template <typename T_>
struct add_volatile {
  using type = volatile T_;
};
template <typename T_>
using add_volatile_t = volatile T_;
template <typename T_>
struct add_cv {
  using type = const volatile T_;
};
template <typename T_>
using add_cv_t = const volatile T_;

template <typename A_, typename B_>
struct is_nothrow_convertible
    : integral_constant<bool, is_convertible<A_, B_>::value&& __is_nothrow_constructible(B_, A_)> {
};
template <typename A_, typename B_>
inline constexpr bool is_nothrow_convertible_v = is_nothrow_convertible<A_, B_>::value;
template <typename R_, typename F_, typename... A_>
struct is_invocable_r {
 private:
  template <typename G_>
  __host__ __device__ static bool_constant<
      is_void<R_>::value || is_convertible<decltype(declval<G_>()(declval<A_>()...)), R_>::value>
  test(int);
  template <typename>
  __host__ __device__ static false_type test(...);

 public:
  static constexpr bool value = decltype(test<F_>(0))::value;
};
template <typename F_, typename... A_>
struct is_nothrow_invocable {
 private:
  template <typename G_>
  __host__ __device__ static bool_constant<noexcept(declval<G_>()(declval<A_>()...))> test(int);
  template <typename>
  __host__ __device__ static false_type test(...);

 public:
  static constexpr bool value = decltype(test<F_>(0))::value;
};
template <typename R_, typename F_, typename... A_>
inline constexpr bool is_invocable_r_v = is_invocable_r<R_, F_, A_...>::value;
template <typename F_, typename... A_>
inline constexpr bool is_nothrow_invocable_v = is_nothrow_invocable<F_, A_...>::value;

__host__ __device__ constexpr bool is_constant_evaluated() noexcept {
  return __builtin_is_constant_evaluated();
}

}  // namespace std
