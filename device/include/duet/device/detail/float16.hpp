#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/device/detail/odd_float.hpp>
#include <duet/device/detail/saturate.hpp>
#include <duet/device/detail/type_traits.hpp>
#include <duet/device/integers.hpp>
#include <duet/device/limits.hpp>

// The common part of half and bfloat16.

namespace duet {

namespace detail {

/// A 16-bit number with its conversions.
/// @tparam Number      half or bfloat16, which derive from this
/// @tparam Arithmetic  the target's operations on bits
template <typename Number, typename Arithmetic>
struct Float16 {
  using arithmetic = Arithmetic;

  Float16() = default;
  /// The nearest number, ties to even, rounded once. Values out of range become infinity; values
  /// below the normal range become subnormal numbers or 0.
  __device__ Float16(float x) : bits_(Arithmetic::round(x)) {}
  __device__ Float16(double x) : bits_(Arithmetic::round(odd_float(x))) {}
  template <typename T, enable_if<is_integer<T>> = 0>
  __device__ Float16(T x) : bits_(Arithmetic::round(integer_as_float(x))) {}

  /// The number with these bits.
  __host__ __device__ static constexpr Number from_bits(uint16_t bits) {
    return bit_cast<Number>(bits);
  }
  __host__ __device__ constexpr uint16_t bits() const { return bits_; }

  /// The same value; exact. It converts further to double.
  __device__ operator float() const { return Arithmetic::value(bits_); }
  __device__ operator float() const volatile { return Arithmetic::value(bits_); }
  /// The value truncated; the integer's least or greatest value if out of range; 0 for NaN. For
  /// bool: whether the number is not 0. (`int i = x` without a cast converts through float, which
  /// leaves values out of range undefined.)
  template <typename T, enable_if<is_integer<T>> = 0>
  __device__ explicit operator T() const {
    return saturate<T>(float(*this));
  }

 protected:
  __device__ void write(Number x) volatile { bits_ = x.bits(); }

 private:
  template <typename T>
  __device__ static float integer_as_float(T x) {
    // Integers that a float cannot represent are far out of half's range.
    if constexpr (is_same<Number, half>) {
      return float(x);
    } else {
      return odd_float_of_integer(x);
    }
  }

  uint16_t bits_;
};

// Classes instead of alias templates: compilers discard unsuitable declarations faster.

/// The type of `a + b` of a 16-bit type and another type: as for float in C++, the wider of the
/// two; with an integer the 16-bit type; of half and bfloat16 float.
template <typename A, typename B>
struct MixedAs : EnableIf<!is_same<A, B> && (is_float16<A> || is_float16<B>)&&number_rank<A> >= 0 &&
                              number_rank<B> >= 0,
                          conditional<is_float16<A> && is_float16<B>, float,
                                      conditional<(number_rank<A> > number_rank<B>), A, B>>> {};
template <typename A, typename B>
using Mixed = typename MixedAs<A, B>::type;

/// The type in which a 16-bit type is compared with another type. Integers out of the 16-bit type's
/// range do not become infinite in it.
template <typename A, typename B>
struct ComparedAs
    : EnableIf<(is_float16<A> || is_float16<B>)&&number_rank<A> >= 0 && number_rank<B> >= 0,
               conditional<is_same<A, double> || is_same<B, double>, double, float>> {};
template <typename A, typename B>
using Compared = typename ComparedAs<A, B>::type;

template <typename T>
using Only16 = enable_if<is_float16<T>, T>;

}  // namespace detail

// Arithmetic of a type with itself, rounded to nearest, ties to even. NaN results are quiet; their
// sign and payload differ between targets.

template <typename T>
__device__ inline detail::Only16<T> operator+(T a, T b) {
  return T::from_bits(T::arithmetic::add(a.bits(), b.bits()));
}
template <typename T>
__device__ inline detail::Only16<T> operator-(T a, T b) {
  return T::from_bits(T::arithmetic::subtract(a.bits(), b.bits()));
}
template <typename T>
__device__ inline detail::Only16<T> operator*(T a, T b) {
  return T::from_bits(T::arithmetic::multiply(a.bits(), b.bits()));
}
template <typename T>
__device__ inline detail::Only16<T> operator/(T a, T b) {
  return T::from_bits(T::arithmetic::divide(a.bits(), b.bits()));
}
/// `a` * `b` + `c`, rounded once.
template <typename T>
__device__ inline detail::Only16<T> fma(T a, T b, T c) {
  return T::from_bits(T::arithmetic::fma(a.bits(), b.bits(), c.bits()));
}
template <typename T>
__host__ __device__ constexpr detail::Only16<T> operator-(T x) {
  return T::from_bits(uint16_t(x.bits() ^ 0x8000u));
}
template <typename T>
__host__ __device__ constexpr detail::Only16<T> operator+(T x) {
  return x;
}

// Arithmetic with another type, in the type `detail::Mixed`.

template <typename A, typename B, typename C = detail::Mixed<A, B>>
__device__ inline C operator+(A a, B b) {
  return C(a) + C(b);
}
template <typename A, typename B, typename C = detail::Mixed<A, B>>
__device__ inline C operator-(A a, B b) {
  return C(a) - C(b);
}
template <typename A, typename B, typename C = detail::Mixed<A, B>>
__device__ inline C operator*(A a, B b) {
  return C(a) * C(b);
}
template <typename A, typename B, typename C = detail::Mixed<A, B>>
__device__ inline C operator/(A a, B b) {
  return C(a) / C(b);
}

// Assignments take every number type; the result is that of `a = a + b`.

template <typename T, typename B>
__device__ inline detail::Only16<T>& operator+=(T& a, B b) {
  return a = T(a + b);
}
template <typename T, typename B>
__device__ inline detail::Only16<T>& operator-=(T& a, B b) {
  return a = T(a - b);
}
template <typename T, typename B>
__device__ inline detail::Only16<T>& operator*=(T& a, B b) {
  return a = T(a * b);
}
template <typename T, typename B>
__device__ inline detail::Only16<T>& operator/=(T& a, B b) {
  return a = T(a / b);
}
template <typename T>
__device__ inline detail::Only16<T>& operator++(T& x) {
  return x += T(1.0f);
}
template <typename T>
__device__ inline detail::Only16<T>& operator--(T& x) {
  return x -= T(1.0f);
}
template <typename T>
__device__ inline detail::Only16<T> operator++(T& x, int) {
  const T before = x;
  ++x;
  return before;
}
template <typename T>
__device__ inline detail::Only16<T> operator--(T& x, int) {
  const T before = x;
  --x;
  return before;
}

// Comparisons compare the values as floats; with a double, as doubles. NaN is unequal to
// everything.

template <typename A, typename B, typename C = detail::Compared<A, B>>
__device__ inline bool operator==(A a, B b) {
  return C(a) == C(b);
}
template <typename A, typename B, typename C = detail::Compared<A, B>>
__device__ inline bool operator!=(A a, B b) {
  return C(a) != C(b);
}
template <typename A, typename B, typename C = detail::Compared<A, B>>
__device__ inline bool operator<(A a, B b) {
  return C(a) < C(b);
}
template <typename A, typename B, typename C = detail::Compared<A, B>>
__device__ inline bool operator<=(A a, B b) {
  return C(a) <= C(b);
}
template <typename A, typename B, typename C = detail::Compared<A, B>>
__device__ inline bool operator>(A a, B b) {
  return C(a) > C(b);
}
template <typename A, typename B, typename C = detail::Compared<A, B>>
__device__ inline bool operator>=(A a, B b) {
  return C(a) >= C(b);
}

}  // namespace duet
