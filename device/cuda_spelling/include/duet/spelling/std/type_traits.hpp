#pragma once

// <type_traits>, without what kernels hardly use.

namespace std {

using size_t = decltype(sizeof(0));
using ptrdiff_t = decltype(static_cast<char*>(nullptr) - static_cast<char*>(nullptr));
using nullptr_t = decltype(nullptr);

template <typename T_, T_ v_>
struct integral_constant {
  static constexpr T_ value = v_;
  using value_type = T_;
  using type = integral_constant;
  __host__ __device__ constexpr operator value_type() const noexcept { return value; }
  __host__ __device__ constexpr value_type operator()() const noexcept { return value; }
};
template <bool b_>
using bool_constant = integral_constant<bool, b_>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;

template <typename T_>
struct type_identity {
  using type = T_;
};
template <typename T_>
using type_identity_t = typename type_identity<T_>::type;
template <typename...>
using void_t = void;

template <bool b_, typename T_ = void>
struct enable_if {};
template <typename T_>
struct enable_if<true, T_> {
  using type = T_;
};
template <bool b_, typename T_ = void>
using enable_if_t = typename enable_if<b_, T_>::type;
template <bool b_, typename Y_, typename N_>
struct conditional {
  using type = Y_;
};
template <typename Y_, typename N_>
struct conditional<false, Y_, N_> {
  using type = N_;
};
template <bool b_, typename Y_, typename N_>
using conditional_t = typename conditional<b_, Y_, N_>::type;

template <typename A_, typename B_>
struct is_same : false_type {};
template <typename A_>
struct is_same<A_, A_> : true_type {};

template <typename T_>
struct remove_reference {
  using type = T_;
};
template <typename T_>
struct remove_reference<T_&> {
  using type = T_;
};
template <typename T_>
struct remove_reference<T_&&> {
  using type = T_;
};
template <typename T_>
struct remove_const {
  using type = T_;
};
template <typename T_>
struct remove_const<const T_> {
  using type = T_;
};
template <typename T_>
struct remove_volatile {
  using type = T_;
};
template <typename T_>
struct remove_volatile<volatile T_> {
  using type = T_;
};
template <typename T_>
using remove_reference_t = typename remove_reference<T_>::type;
template <typename T_>
using remove_const_t = typename remove_const<T_>::type;
template <typename T_>
using remove_volatile_t = typename remove_volatile<T_>::type;
template <typename T_>
struct remove_cv {
  using type = remove_const_t<remove_volatile_t<T_>>;
};
template <typename T_>
using remove_cv_t = typename remove_cv<T_>::type;
template <typename T_>
struct remove_cvref {
  using type = remove_cv_t<remove_reference_t<T_>>;
};
template <typename T_>
using remove_cvref_t = typename remove_cvref<T_>::type;
template <typename T_>
struct remove_pointer {
  using type = T_;
};
template <typename T_>
struct remove_pointer<T_*> {
  using type = T_;
};
template <typename T_>
struct remove_pointer<T_* const> {
  using type = T_;
};
template <typename T_>
using remove_pointer_t = typename remove_pointer<T_>::type;
template <typename T_>
struct remove_extent {
  using type = T_;
};
template <typename T_>
struct remove_extent<T_[]> {
  using type = T_;
};
template <typename T_, size_t n_>
struct remove_extent<T_[n_]> {
  using type = T_;
};
template <typename T_>
using remove_extent_t = typename remove_extent<T_>::type;
template <typename T_>
struct add_const {
  using type = const T_;
};
template <typename T_>
using add_const_t = const T_;
template <typename T_>
struct add_pointer {
  using type = remove_reference_t<T_>*;
};
template <typename T_>
using add_pointer_t = typename add_pointer<T_>::type;
template <typename T_>
struct add_lvalue_reference {
  using type = T_&;
};
template <typename T_>
using add_lvalue_reference_t = typename add_lvalue_reference<T_>::type;
template <typename T_>
struct add_rvalue_reference {
  using type = T_&&;
};
template <typename T_>
using add_rvalue_reference_t = typename add_rvalue_reference<T_>::type;
template <typename T_>
__host__ __device__ typename add_rvalue_reference<T_>::type declval() noexcept;

template <typename T_>
struct is_void : is_same<remove_cv_t<T_>, void> {};
template <typename T_>
struct is_null_pointer : is_same<remove_cv_t<T_>, nullptr_t> {};
template <typename T_>
struct is_pointer : false_type {};
template <typename T_>
struct is_pointer<T_*> : true_type {};
template <typename T_>
struct is_pointer<T_* const> : true_type {};
template <typename T_>
struct is_reference : false_type {};
template <typename T_>
struct is_reference<T_&> : true_type {};
template <typename T_>
struct is_reference<T_&&> : true_type {};
template <typename T_>
struct is_lvalue_reference : false_type {};
template <typename T_>
struct is_lvalue_reference<T_&> : true_type {};
template <typename T_>
struct is_const : false_type {};
template <typename T_>
struct is_const<const T_> : true_type {};
template <typename T_>
struct is_volatile : false_type {};
template <typename T_>
struct is_volatile<volatile T_> : true_type {};
template <typename T_>
struct is_array : false_type {};
template <typename T_>
struct is_array<T_[]> : true_type {};
template <typename T_, size_t n_>
struct is_array<T_[n_]> : true_type {};
template <typename T_>
struct is_enum : bool_constant<__is_enum(T_)> {};
template <typename T_>
struct is_class : bool_constant<__is_class(T_)> {};
template <typename T_>
struct is_union : bool_constant<__is_union(T_)> {};
template <typename B_, typename D_>
struct is_base_of : bool_constant<__is_base_of(B_, D_)> {};
template <typename T_>
struct is_empty : bool_constant<__is_empty(T_)> {};
template <typename T_>
struct is_final : bool_constant<__is_final(T_)> {};
template <typename T_>
struct is_trivially_copyable : bool_constant<__is_trivially_copyable(T_)> {};
template <typename T_>
struct is_standard_layout : bool_constant<__is_standard_layout(T_)> {};
template <typename T_>
struct is_trivial : bool_constant<__is_trivial(T_)> {};
template <typename T_>
struct is_pod : bool_constant<__is_trivial(T_) && __is_standard_layout(T_)> {};
#ifdef __clang__
template <typename T_>
struct is_trivially_destructible : bool_constant<__is_trivially_destructible(T_)> {};
#else
template <typename T_>
struct is_trivially_destructible : bool_constant<__has_trivial_destructor(T_)> {};
#endif
template <typename T_, typename... A_>
struct is_constructible : bool_constant<__is_constructible(T_, A_...)> {};
template <typename T_>
struct is_default_constructible : bool_constant<__is_constructible(T_)> {};

namespace spelling_detail {
template <typename T_>
struct is_integer : false_type {};
template <typename T_>
struct is_float : false_type {};
#define DUET_SPELLING_INTEGER(T_) \
  template <>                     \
  struct is_integer<T_> : true_type {};
DUET_SPELLING_INTEGER(bool)
DUET_SPELLING_INTEGER(char)
DUET_SPELLING_INTEGER(signed char)
DUET_SPELLING_INTEGER(unsigned char)
DUET_SPELLING_INTEGER(wchar_t)
DUET_SPELLING_INTEGER(char16_t)
DUET_SPELLING_INTEGER(char32_t)
DUET_SPELLING_INTEGER(short)
DUET_SPELLING_INTEGER(unsigned short)
DUET_SPELLING_INTEGER(int)
DUET_SPELLING_INTEGER(unsigned)
DUET_SPELLING_INTEGER(long)
DUET_SPELLING_INTEGER(unsigned long)
DUET_SPELLING_INTEGER(long long)
DUET_SPELLING_INTEGER(unsigned long long)
#undef DUET_SPELLING_INTEGER
template <>
struct is_float<float> : true_type {};
template <>
struct is_float<double> : true_type {};
template <>
struct is_float<long double> : true_type {};

template <typename F_, typename T_>
struct converts {
  template <typename U_>
  __host__ __device__ static void take(U_);
  template <typename A_, typename B_, typename = decltype(take<B_>(declval<A_>()))>
  __host__ __device__ static true_type test(int);
  template <typename, typename>
  __host__ __device__ static false_type test(...);
  using type = decltype(test<F_, T_>(0));
};
}  // namespace spelling_detail

template <typename T_>
struct is_integral : spelling_detail::is_integer<remove_cv_t<T_>> {};
template <typename T_>
struct is_floating_point : spelling_detail::is_float<remove_cv_t<T_>> {};
template <typename T_>
struct is_arithmetic : bool_constant<is_integral<T_>::value || is_floating_point<T_>::value> {};
template <typename T_>
struct is_fundamental
    : bool_constant<is_arithmetic<T_>::value || is_void<T_>::value || is_null_pointer<T_>::value> {
};
template <typename T_>
struct is_scalar : bool_constant<is_arithmetic<T_>::value || is_enum<T_>::value ||
                                 is_pointer<T_>::value || is_null_pointer<T_>::value> {};
template <typename T_, bool = is_arithmetic<T_>::value>
struct is_signed : false_type {};
template <typename T_>
struct is_signed<T_, true> : bool_constant<(T_(-1) < T_(0))> {};
template <typename T_>
struct is_unsigned : bool_constant<is_arithmetic<T_>::value && !is_signed<T_>::value> {};
template <typename F_, typename T_>
struct is_convertible : spelling_detail::converts<F_, T_>::type {};
template <typename T_>
struct is_function : bool_constant<!is_const<const T_>::value && !is_reference<T_>::value> {};

template <typename T_>
struct make_unsigned {
  using type =
      conditional_t<sizeof(T_) == 1, unsigned char,
                    conditional_t<sizeof(T_) == 2, unsigned short,
                                  conditional_t<sizeof(T_) == 4, unsigned, unsigned long long>>>;
};
template <>
struct make_unsigned<long> {
  using type = unsigned long;
};
template <>
struct make_unsigned<unsigned long> {
  using type = unsigned long;
};
template <typename T_>
struct make_signed {
  using type = conditional_t<
      sizeof(T_) == 1, signed char,
      conditional_t<sizeof(T_) == 2, short, conditional_t<sizeof(T_) == 4, int, long long>>>;
};
template <>
struct make_signed<long> {
  using type = long;
};
template <>
struct make_signed<unsigned long> {
  using type = long;
};
template <typename T_>
using make_unsigned_t = typename make_unsigned<T_>::type;
template <typename T_>
using make_signed_t = typename make_signed<T_>::type;
template <typename T_>
struct underlying_type {
  using type = __underlying_type(T_);
};
template <typename T_>
using underlying_type_t = typename underlying_type<T_>::type;

template <typename T_>
struct decay {
 private:
  using plain_ = remove_reference_t<T_>;

 public:
  using type = conditional_t<
      is_array<plain_>::value, remove_extent_t<plain_>*,
      conditional_t<is_function<plain_>::value, add_pointer_t<plain_>, remove_cv_t<plain_>>>;
};
template <typename T_>
using decay_t = typename decay<T_>::type;

template <typename... T_>
struct common_type;
template <typename T_>
struct common_type<T_> : decay<T_> {};
template <typename A_, typename B_>
struct common_type<A_, B_> {
  using type = decay_t<decltype(false ? declval<A_>() : declval<B_>())>;
};
template <typename A_, typename B_, typename... C_>
struct common_type<A_, B_, C_...> : common_type<typename common_type<A_, B_>::type, C_...> {};
template <typename... T_>
using common_type_t = typename common_type<T_...>::type;

template <typename F_, typename... A_>
struct invoke_result {
  using type = decltype(declval<F_>()(declval<A_>()...));
};
template <typename F_, typename... A_>
using invoke_result_t = typename invoke_result<F_, A_...>::type;

template <typename T_>
struct alignment_of : integral_constant<size_t, alignof(T_)> {};
template <typename T_>
struct rank : integral_constant<size_t, 0> {};
template <typename T_>
struct rank<T_[]> : integral_constant<size_t, 1 + rank<T_>::value> {};
template <typename T_, size_t n_>
struct rank<T_[n_]> : integral_constant<size_t, 1 + rank<T_>::value> {};
template <typename T_, unsigned i_ = 0>
struct extent : integral_constant<size_t, 0> {};
template <typename T_, size_t n_>
struct extent<T_[n_], 0> : integral_constant<size_t, n_> {};
template <typename T_, size_t n_, unsigned i_>
struct extent<T_[n_], i_> : extent<T_, i_ - 1> {};
template <typename T_, unsigned i_>
struct extent<T_[], i_> : extent<T_, i_ - 1> {};
template <typename T_>
struct extent<T_[], 0> : integral_constant<size_t, 0> {};
template <size_t size_, size_t align_ = (size_ >= 16  ? 16
                                         : size_ >= 8 ? 8
                                         : size_ >= 4 ? 4
                                                      : 1)>
struct aligned_storage {
  struct alignas(align_) type {
    unsigned char bytes[size_];
  };
};
template <size_t size_, size_t align_ = 16>
using aligned_storage_t = typename aligned_storage<size_, align_>::type;

#if __cplusplus >= 201402L
#define DUET_SPELLING_VALUE(trait) \
  template <typename T_>           \
  constexpr bool trait##_v = trait<T_>::value;
DUET_SPELLING_VALUE(is_void)
DUET_SPELLING_VALUE(is_null_pointer)
DUET_SPELLING_VALUE(is_pointer)
DUET_SPELLING_VALUE(is_reference)
DUET_SPELLING_VALUE(is_lvalue_reference)
DUET_SPELLING_VALUE(is_const)
DUET_SPELLING_VALUE(is_volatile)
DUET_SPELLING_VALUE(is_array)
DUET_SPELLING_VALUE(is_enum)
DUET_SPELLING_VALUE(is_class)
DUET_SPELLING_VALUE(is_union)
DUET_SPELLING_VALUE(is_function)
DUET_SPELLING_VALUE(is_final)
DUET_SPELLING_VALUE(is_empty)
DUET_SPELLING_VALUE(is_integral)
DUET_SPELLING_VALUE(is_floating_point)
DUET_SPELLING_VALUE(is_arithmetic)
DUET_SPELLING_VALUE(is_fundamental)
DUET_SPELLING_VALUE(is_scalar)
DUET_SPELLING_VALUE(is_signed)
DUET_SPELLING_VALUE(is_unsigned)
DUET_SPELLING_VALUE(is_trivially_copyable)
DUET_SPELLING_VALUE(is_trivially_destructible)
DUET_SPELLING_VALUE(is_trivial)
DUET_SPELLING_VALUE(is_standard_layout)
DUET_SPELLING_VALUE(is_pod)
DUET_SPELLING_VALUE(is_default_constructible)
#undef DUET_SPELLING_VALUE
template <typename T_>
constexpr size_t alignment_of_v = alignment_of<T_>::value;
template <typename T_>
constexpr size_t rank_v = rank<T_>::value;
template <typename T_, unsigned i_ = 0>
constexpr size_t extent_v = extent<T_, i_>::value;
template <typename A_, typename B_>
constexpr bool is_same_v = is_same<A_, B_>::value;
template <typename A_, typename B_>
constexpr bool is_base_of_v = is_base_of<A_, B_>::value;
template <typename A_, typename B_>
constexpr bool is_convertible_v = is_convertible<A_, B_>::value;
template <typename T_, typename... A_>
constexpr bool is_constructible_v = is_constructible<T_, A_...>::value;
#endif
#if __cplusplus >= 201703L
template <typename... T_>
struct conjunction : bool_constant<(T_::value && ...)> {};
template <typename... T_>
struct disjunction : bool_constant<(T_::value || ...)> {};
template <typename T_>
struct negation : bool_constant<!T_::value> {};
template <typename... T_>
constexpr bool conjunction_v = (T_::value && ...);
template <typename... T_>
constexpr bool disjunction_v = (T_::value || ...);
template <typename T_>
constexpr bool negation_v = !T_::value;
template <typename F_, typename... A_>
struct is_invocable {
 private:
  template <typename G_, typename = decltype(declval<G_>()(declval<A_>()...))>
  __host__ __device__ static true_type test(int);
  template <typename>
  __host__ __device__ static false_type test(...);

 public:
  static constexpr bool value = decltype(test<F_>(0))::value;
};
template <typename F_, typename... A_>
constexpr bool is_invocable_v = is_invocable<F_, A_...>::value;
#endif

}  // namespace std
