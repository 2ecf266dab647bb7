#pragma once

#include <duet/device/math.hpp>
#include <duet/device/ops/kinds.hpp>

// See ops/binary.hpp.

namespace duet::ops {

/// a + b, rounded once; of bool: whether one is true.
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

/// a - b, rounded once. No bool.
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

/// a * b, rounded once; of bool: whether both are true.
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

/// a / b, rounded once. Floating-point and complex numbers.
struct Divide {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    static_assert(detail::is_fractional<T>,
                  "Divide takes no integers: cast them first, or use FloorDivide");
    return a / b;
  }
};

/// a less the multiple of b, rounded towards 0, that is in it: the sign is that of a. Of integers 0
/// where b is 0; of floating-point numbers NaN. No bool or complex numbers. Exact.
struct Fmod {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    static_assert(detail::is_integer<T> || detail::is_floating<T>,
                  "Fmod takes integers and floating-point numbers");
    if constexpr (detail::is_integer<T>) {
      if (b == T(0)) return T(0);
      // The least integer has no quotient by -1.
      if (detail::is_signed<T> && b == T(-1)) return T(0);
      return T(a % b);
    } else {
      return duet::fmod(a, b);
    }
  }
};

/// a less the multiple of b, rounded down, that is in it: the sign is that of b, as Python has it.
/// Of integers 0 where b is 0; of floating-point numbers NaN. No bool or complex numbers. Rounded
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

/// The quotient rounded down, as Python has it: what Remainder leaves is the rest. Of integers 0
/// where b is 0, and the least integer of that by -1, since it wraps around. Of floating-point
/// numbers a / b where b is 0, and NaN where a is infinite; a quotient that the type cannot tell is
/// rounded. No bool or complex numbers.
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
  /// The rounded quotient can be an integer that is not reached: the rest, of which fma tells the
  /// right sign, is beyond b's side then.
  template <typename F>
  __device__ static F of_floats(F a, F b) {
    if (b == 0) return a / b;
    if (is_inf(a)) return a - a;
    const F quotient = duet::floor(a / b);
    const F rest = is_inf(b) ? a : duet::fma(-quotient, b, a);
    return rest != 0 && (rest < 0) != (b < 0) ? quotient - 1 : quotient;
  }
};

/// a to the power of b. Integers by squaring, with 0 for negative exponents of all but 1 and -1; of
/// bool: whether a is true or b is false; floating-point numbers as duet::pow; complex ones as
/// exp(b log a).
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
    uint64_t result = 1, square = uint64_t(base);
    for (uint64_t left = uint64_t(exponent); left != 0; left >>= 1) {
      if ((left & 1) != 0) result *= square;
      square *= square;
    }
    return T(result);
  }
};

/// log(exp(a) + exp(b)) without overflow; the other one where one is -infinity. Floating point,
/// with an error relative to 1 where the result is small.
struct LogAddExp {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return T(of_floats(duet::detail::widen(a), duet::detail::widen(b)));
  }

 private:
  template <typename F>
  __device__ static F of_floats(F a, F b) {
    const F great = a > b ? a : b, difference = a > b ? b - a : a - b;
    // Infinities of one sign have no difference.
    if (a == b) return great + F(0.69314718055994530942);
    return great + duet::log1p(duet::exp(difference));
  }
};

/// The angle in [-π, π] of the point (b, a). Floating point.
struct Atan2 {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return duet::atan2(a, b);
  }
};

/// The square root of a² + b² without overflow or underflow of the squares. Floating point.
struct Hypot {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return duet::hypot(a, b);
  }
};

/// a with the sign of b. Floating point. Exact.
struct CopySign {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return duet::copysign(a, b);
  }
};

/// The number next to a on the way to b. Floating point. Exact.
struct NextAfter {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return duet::nextafter(a, b);
  }
};

}  // namespace duet::ops
