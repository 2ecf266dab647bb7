#pragma once

namespace duet {

struct half;
struct bfloat16;
template <typename T>
struct complex;

// Type traits of these headers; kernels cannot rely on <type_traits>.
namespace detail {

template <typename A, typename B>
inline constexpr bool is_same = false;
template <typename A>
inline constexpr bool is_same<A, A> = true;

template <bool condition, typename T = int>
struct EnableIf {};
template <typename T>
struct EnableIf<true, T> {
  using type = T;
};
/// `T` if the condition holds; otherwise the declaration that uses it does not take part in
/// overloading.
template <bool condition, typename T = int>
using enable_if = typename EnableIf<condition, T>::type;

template <bool condition, typename Yes, typename No>
struct Conditional {
  using type = Yes;
};
template <typename Yes, typename No>
struct Conditional<false, Yes, No> {
  using type = No;
};
template <bool condition, typename Yes, typename No>
using conditional = typename Conditional<condition, Yes, No>::type;

template <typename T>
struct Pointee;
template <typename T>
struct Pointee<const T*> {
  using type = T;
};
template <typename T>
struct Pointee<T*> {
  using type = T;
};
/// The type that a pointer points to, without const.
template <typename Pointer>
using remove_pointer = typename Pointee<Pointer>::type;

/// Whether T is an integer type, including bool and characters, as in std.
template <typename T>
inline constexpr bool is_integer = false;
template <>
inline constexpr bool is_integer<bool> = true;
template <>
inline constexpr bool is_integer<char> = true;
template <>
inline constexpr bool is_integer<signed char> = true;
template <>
inline constexpr bool is_integer<unsigned char> = true;
template <>
inline constexpr bool is_integer<short> = true;
template <>
inline constexpr bool is_integer<unsigned short> = true;
template <>
inline constexpr bool is_integer<int> = true;
template <>
inline constexpr bool is_integer<unsigned> = true;
template <>
inline constexpr bool is_integer<long> = true;
template <>
inline constexpr bool is_integer<unsigned long> = true;
template <>
inline constexpr bool is_integer<long long> = true;
template <>
inline constexpr bool is_integer<unsigned long long> = true;

template <typename T>
inline constexpr bool is_float16 = false;
template <>
inline constexpr bool is_float16<half> = true;
template <>
inline constexpr bool is_float16<bfloat16> = true;

/// The rank by which operators choose a type: the greater wins. Negative for types that are not
/// numbers.
template <typename T>
inline constexpr int number_rank = is_integer<T>        ? 0
                                   : is_float16<T>      ? 1
                                   : is_same<T, float>  ? 2
                                   : is_same<T, double> ? 3
                                                        : -1;

template <typename T>
inline constexpr bool is_complex = false;
template <typename T>
inline constexpr bool is_complex<complex<T>> = true;

}  // namespace detail
}  // namespace duet
