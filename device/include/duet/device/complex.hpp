#pragma once

#include <duet/device/detail/binary_scale.hpp>
#include <duet/device/detail/type_traits.hpp>

namespace duet {

/// A complex number with the layout of std::complex, which the host passes for it.
///
/// Operators also take real numbers, which are converted to `T` first. They affect only the parts
/// that they concern, so that `z * infinity` has no NaN unless a part of `z` is 0. Errors below are
/// in units of 2^-24 for float and 2^-53 for double, relative to the absolute value of the result;
/// a part that is much smaller than the other may have fewer correct digits.
/// @tparam T  float or double
template <typename T>
struct complex {
  static_assert(detail::is_same<T, float> || detail::is_same<T, double>, "float or double");
  using value_type = T;  ///< The type of each part.

  T re;  ///< The real part.
  T im;  ///< The imaginary part.

  complex() = default;
  /// From its parts, or from a real number.
  __host__ __device__ constexpr complex(T real, T imaginary = T(0)) : re(real), im(imaginary) {}
  /// From a narrower type; exact.
  template <typename U, detail::enable_if<(sizeof(U) < sizeof(T))> = 0>
  __host__ __device__ constexpr complex(const complex<U>& z) : re(T(z.re)), im(T(z.im)) {}
  /// From a wider type; each part is rounded.
  template <typename U, detail::enable_if<(sizeof(U) > sizeof(T))> = 0>
  __host__ __device__ constexpr explicit complex(const complex<U>& z) : re(T(z.re)), im(T(z.im)) {}

  __host__ __device__ friend constexpr complex operator+(complex z) { return z; }
  __host__ __device__ friend constexpr complex operator-(complex z) { return {-z.re, -z.im}; }

  __host__ __device__ friend constexpr complex operator+(complex a, complex b) {
    return {a.re + b.re, a.im + b.im};
  }
  __host__ __device__ friend constexpr complex operator+(complex a, T b) {
    return {a.re + b, a.im};
  }
  __host__ __device__ friend constexpr complex operator+(T a, complex b) {
    return {a + b.re, b.im};
  }
  __host__ __device__ friend constexpr complex operator-(complex a, complex b) {
    return {a.re - b.re, a.im - b.im};
  }
  __host__ __device__ friend constexpr complex operator-(complex a, T b) {
    return {a.re - b, a.im};
  }
  __host__ __device__ friend constexpr complex operator-(T a, complex b) {
    return {a - b.re, -b.im};
  }

  /// The product by definition: infinite parts may give NaN. Error at most 2.24 units (Brent,
  /// Percival, Zimmermann, "Error bounds on complex floating-point multiplication", Mathematics of
  /// Computation 76, 2007) if no product of parts overflows or underflows.
  __host__ __device__ friend constexpr complex operator*(complex a, complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  __host__ __device__ friend constexpr complex operator*(complex a, T b) {
    return {a.re * b, a.im * b};
  }
  __host__ __device__ friend constexpr complex operator*(T a, complex b) {
    return {a * b.re, a * b.im};
  }

  /// The quotient by definition, of operands scaled by powers of two, so that it overflows only if
  /// the result does (as ISO C, annex G.5.1, scales the divisor). A divisor that is 0 or infinite
  /// gives NaN. Error at most 6 units, plus that of rounding to a subnormal result.
  __device__ friend complex operator/(complex a, complex b) {
    const int of_a = detail::scale_exponent(a.re, a.im), of_b = detail::scale_exponent(b.re, b.im);
    const complex x = a * detail::power_of_two<T>(-of_a), y = b * detail::power_of_two<T>(-of_b);
    const T size = y.re * y.re + y.im * y.im;
    const complex quotient((x.re * y.re + x.im * y.im) / size, (x.im * y.re - x.re * y.im) / size);
    // In two steps: the factor may be out of range although the result is not.
    const int exponent = of_a - of_b, half_way = exponent / 2;
    return quotient * detail::power_of_two<T>(half_way) *
           detail::power_of_two<T>(exponent - half_way);
  }
  __host__ __device__ friend constexpr complex operator/(complex a, T b) {
    return {a.re / b, a.im / b};
  }
  __device__ friend complex operator/(T a, complex b) { return complex(a) / b; }

  __host__ __device__ friend constexpr bool operator==(complex a, complex b) {
    return a.re == b.re && a.im == b.im;
  }
  __host__ __device__ friend constexpr bool operator==(complex a, T b) {
    return a.re == b && a.im == T(0);
  }
  __host__ __device__ friend constexpr bool operator==(T a, complex b) { return b == a; }
  __host__ __device__ friend constexpr bool operator!=(complex a, complex b) { return !(a == b); }
  __host__ __device__ friend constexpr bool operator!=(complex a, T b) { return !(a == b); }
  __host__ __device__ friend constexpr bool operator!=(T a, complex b) { return !(a == b); }

  template <typename B>
  __device__ complex& operator+=(B b) {
    return *this = *this + b;
  }
  template <typename B>
  __device__ complex& operator-=(B b) {
    return *this = *this - b;
  }
  template <typename B>
  __device__ complex& operator*=(B b) {
    return *this = *this * b;
  }
  template <typename B>
  __device__ complex& operator/=(B b) {
    return *this = *this / b;
  }
};

/// The real part.
template <typename T>
__host__ __device__ constexpr T real(complex<T> z) {
  return z.re;
}
/// The imaginary part.
template <typename T>
__host__ __device__ constexpr T imag(complex<T> z) {
  return z.im;
}
/// The complex conjugate.
template <typename T>
__host__ __device__ constexpr complex<T> conj(complex<T> z) {
  return {z.re, -z.im};
}
/// The square of the absolute value. It overflows and underflows as squares do.
template <typename T>
__host__ __device__ constexpr T norm(complex<T> z) {
  return z.re * z.re + z.im * z.im;
}
/// The absolute value, by the target's hypot; it overflows only if the result does. Error at most 8
/// units.
template <typename T>
__device__ inline T abs(complex<T> z) {
  return ::hypot(z.re, z.im);
}
/// The angle in radians, in [-pi, pi], by the target's atan2. Error at most 8 units.
template <typename T>
__device__ inline T arg(complex<T> z) {
  return ::atan2(z.im, z.re);
}
/// The number with a given absolute value and angle, by the target's cos and sin. Error at most 8
/// units.
/// @param size   the absolute value
/// @param angle  in radians
template <typename T>
__device__ inline complex<T> polar(T size, T angle = T(0)) {
  return {size * ::cos(angle), size * ::sin(angle)};
}

}  // namespace duet
