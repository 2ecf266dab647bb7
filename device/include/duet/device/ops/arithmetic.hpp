#pragma once

#include <duet/device/math.hpp>
#include <duet/device/ops/kinds.hpp>

/// @file
/// Arithmetic operations of two numbers; see ops/binary.hpp.

namespace duet::ops {

/// a + b, rounded once. For bool: a or b.
struct Add {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    if constexpr (detail::is_boolean<T>) {
      return a || b;
    } else if constexpr (detail::is_integer<T>) {
      return detail::wrapping_add(a, b);
    } else {
      return a + b;
    }
  }
};

/// a - b, rounded once. Not for bool.
struct Subtract {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    static_assert(!detail::is_boolean<T>, "Subtract takes no bool: use LogicalXor");
    if constexpr (detail::is_integer<T>) {
      return detail::wrapping_subtract(a, b);
    } else {
      return a - b;
    }
  }
};

/// a * b, rounded once. For bool: a and b.
struct Multiply {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    if constexpr (detail::is_boolean<T>) {
      return a && b;
    } else if constexpr (detail::is_integer<T>) {
      return detail::wrapping_multiply(a, b);
    } else {
      return a * b;
    }
  }
};

/// a / b, rounded once. For floating-point and complex numbers.
struct Divide {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    static_assert(detail::is_fractional<T>,
                  "Divide takes no integers: cast them first, or use FloorDivide");
    return a / b;
  }
};

/// The remainder of a / b with the quotient truncated; it has the sign of a. If b is 0: 0 for
/// integers, NaN for floating-point numbers. Not for bool and complex numbers. Exact.
struct Fmod {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    static_assert(detail::is_integer<T> || detail::is_floating<T>,
                  "Fmod takes integers and floating-point numbers");
    if constexpr (detail::is_integer<T>) {
      if (b == T(0)) return T(0);
      // The quotient of the least integer by -1 overflows.
      if (detail::is_signed<T> && b == T(-1)) return T(0);
      return T(a % b);
    } else {
      return duet::fmod(a, b);
    }
  }
};

/// The remainder of a / b with the quotient rounded down; it has the sign of b, as in Python. If b
/// is 0: 0 for integers, NaN for floating-point numbers. Not for bool and complex numbers. Rounded
/// once.
struct Remainder {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    if constexpr (detail::is_integer<T>) {
      const T rest = Fmod{}(a, b);
      const bool other_sign = detail::is_negative(rest) != detail::is_negative(b);
      return rest != T(0) && other_sign ? detail::wrapping_add(rest, b) : rest;
    } else {
      const auto divisor = duet::detail::widen(b);
      const auto rest = duet::fmod(duet::detail::widen(a), divisor);
      if (rest == 0) return T(duet::copysign(rest, divisor));
      return T((rest < 0) != (divisor < 0) ? rest + divisor : rest);
    }
  }
};

/// The quotient a / b rounded down, as in Python; Remainder gives the rest. Integers: 0 if b is 0;
/// the least integer divided by -1 wraps around. Floating-point numbers: a / b if b is 0, NaN if a
/// is infinite; rounded if the type cannot represent the quotient. Not for bool and complex
/// numbers.
struct FloorDivide {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    static_assert(detail::is_integer<T> || detail::is_floating<T>,
                  "FloorDivide takes integers and floating-point numbers");
    if constexpr (detail::is_integer<T>) {
      if (b == T(0)) return T(0);
      if (detail::is_signed<T> && b == T(-1)) return detail::wrapping_subtract(T(0), a);
      const T quotient = T(a / b);
      const bool is_negative = detail::is_negative(a) != detail::is_negative(b);
      return is_negative && a % b != 0 ? T(quotient - 1) : quotient;
    } else {
      return T(of_floats(duet::detail::widen(a), duet::detail::widen(b)));
    }
  }

 private:
  /// The rounded quotient can be an integer that the exact one does not reach. Then the remainder,
  /// whose sign fma gives correctly, does not have the sign of b.
  template <typename F>
  __device__ static F of_floats(F a, F b) {
    if (b == 0) return a / b;
    if (is_inf(a)) return a - a;
    const F quotient = duet::floor(a / b);
    const F rest = is_inf(b) ? a : duet::fma(-quotient, b, a);
    return rest != 0 && (rest < 0) != (b < 0) ? quotient - 1 : quotient;
  }
};

/// a to the power b. Integers: by squaring; for negative exponents 0, except for the bases 1 and
/// -1. For bool: a or not b. Floating-point numbers: duet::pow. Complex numbers: exp(b log a).
struct Power {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    if constexpr (detail::is_integer<T>) {
      return of_integers(a, b);
    } else if constexpr (detail::is_boolean<T>) {
      return a || !b;
    } else {
      return duet::pow(a, b);
    }
  }

 private:
  template <typename T>
  __device__ static T of_integers(T base, T exponent) {
    if (detail::is_negative(exponent)) {
      if (base == T(-1)) return exponent % 2 == 0 ? T(1) : T(-1);
      return T(base == T(1));
    }
    using Word = detail::Word<T>;
    Word result = 1, square = Word(base);
    for (Word left = Word(exponent); left != 0; left >>= 1) {
      if ((left & 1) != 0) result *= square;
      square *= square;
    }
    return T(result);
  }
};

/// log(exp(a) + exp(b)) without overflow; if one is -infinity, the other. For floating-point
/// numbers. The error is relative to 1 if the result is small.
struct LogAddExp {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return T(of_floats(duet::detail::widen(a), duet::detail::widen(b)));
  }

 private:
  template <typename F>
  __device__ static F of_floats(F a, F b) {
    // Infinities of equal sign have no difference.
    if (a == b) return a + F(0.69314718055994530942);
    const F great = a > b ? a : b, difference = a > b ? b - a : a - b;
    return great + duet::log1p(duet::exp(difference));
  }
};

/// The angle in [-π, π] of the point (b, a). For floating-point numbers.
struct Atan2 {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return duet::atan2(a, b);
  }
};

/// The square root of a² + b², without overflow or underflow of the squares. For floating-point
/// numbers.
struct Hypot {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return duet::hypot(a, b);
  }
};

/// a with the sign of b. For floating-point numbers. Exact.
struct CopySign {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return duet::copysign(a, b);
  }
};

/// The next number from a towards b. For floating-point numbers. Exact.
struct NextAfter {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return duet::nextafter(a, b);
  }
};

}  // namespace duet::ops
