#pragma once

#include <duet/device/math.hpp>
#include <duet/device/ops/kinds.hpp>

// Operations of one number as objects without state: `duet::ops::Exp{}(x)`. The result has the type
// of x where nothing else is said. A type for which an operation makes no sense is refused when it
// is compiled. docs/accuracy.md tells how far each can be off; half and bfloat16 are computed in
// float and rounded once. What integers overflow wraps around.

namespace duet::ops {

/// Identity, the number itself. Every type.
struct Identity {
  template <typename T>
  __device__ T operator()(T x) const {
    return x;
  }
};

/// The absolute value; of complex numbers it is real, and that of the least integer is itself.
/// Exact but for complex numbers.
struct Abs {
  template <typename T>
  __device__ auto operator()(T x) const {
    if constexpr (detail::is_complex<T>) {
      return duet::abs(x);
    } else if constexpr (detail::is_floating<T>) {
      return duet::fabs(x);
    } else {
      return detail::is_negative(x) ? detail::wrapping_subtract(T(0), x) : x;
    }
  }
};

/// -x. No bool. Exact.
struct Negative {
  template <typename T>
  __device__ T operator()(T x) const {
    static_assert(!detail::is_boolean<T>, "Negative takes no bool: use LogicalNot");
    if constexpr (detail::is_integer<T>) {
      return detail::wrapping_subtract(T(0), x);
    } else {
      return -x;
    }
  }
};

/// 1, 0 or -1, as x is positive, 0 or negative; NaN of NaN; z / |z| of complex numbers but 0.
struct Sign {
  template <typename T>
  __device__ T operator()(T x) const {
    if constexpr (detail::is_complex<T>) {
      if (!detail::truth(x)) return x;
      const auto size = duet::abs(x);
      return {x.re / size, x.im / size};
    } else if constexpr (detail::is_floating<T>) {
      return x > T(0) ? T(1) : x < T(0) ? T(-1) : x == T(0) ? T(0) : x;
    } else {
      return detail::is_negative(x) ? T(-1) : T(x != T(0));
    }
  }
};

/// x², rounded once.
struct Square {
  template <typename T>
  __device__ T operator()(T x) const {
    if constexpr (detail::is_integer<T>) {
      return detail::wrapping_multiply(x, x);
    } else if constexpr (detail::is_boolean<T>) {
      return x;
    } else {
      return x * x;
    }
  }
};

/// 1 / x, rounded once. Floating-point and complex numbers.
struct Reciprocal {
  template <typename T>
  __device__ T operator()(T x) const {
    static_assert(detail::is_fractional<T>, "Reciprocal takes no integers: cast them first");
    return T(1) / x;
  }
};

/// 1 / (1 + exp(-x)), without overflow, and as accurate where it is small as elsewhere. Floating
/// point.
struct Sigmoid {
  template <typename T>
  __device__ T operator()(T x) const {
    const auto wide = duet::detail::widen(x);
    const auto power = duet::exp(-duet::fabs(wide));
    return T((wide < 0 ? power : decltype(power)(1)) / (1 + power));
  }
};

/// Defines operations of which the functions of math.hpp are the whole of it.
#define DUET_UNARY_FUNCTION(Name, function) \
  struct Name {                             \
    template <typename T>                   \
    __device__ T operator()(T x) const {    \
      return duet::function(x);             \
    }                                       \
  };

/// The square root: NaN of negative numbers. Floating-point and complex numbers.
DUET_UNARY_FUNCTION(Sqrt, sqrt)
/// 1 by the square root. Floating point.
DUET_UNARY_FUNCTION(Rsqrt, rsqrt)
/// The cube root, of negative numbers too. Floating point.
DUET_UNARY_FUNCTION(Cbrt, cbrt)
/// e to the power of x. Floating-point and complex numbers.
DUET_UNARY_FUNCTION(Exp, exp)
/// 2 to the power of x. Floating point.
DUET_UNARY_FUNCTION(Exp2, exp2)
/// 10 to the power of x. Floating point.
DUET_UNARY_FUNCTION(Exp10, exp10)
/// exp(x) - 1. Floating point.
DUET_UNARY_FUNCTION(Expm1, expm1)
/// The natural logarithm. Floating-point and complex numbers.
DUET_UNARY_FUNCTION(Log, log)
/// The logarithm to base 2. Floating point.
DUET_UNARY_FUNCTION(Log2, log2)
/// The logarithm to base 10. Floating point.
DUET_UNARY_FUNCTION(Log10, log10)
/// log(1 + x). Floating point.
DUET_UNARY_FUNCTION(Log1p, log1p)

/// The sine of radians. Floating-point and complex numbers.
DUET_UNARY_FUNCTION(Sin, sin)
/// The cosine of radians. Floating-point and complex numbers.
DUET_UNARY_FUNCTION(Cos, cos)
/// The tangent of radians. Floating-point and complex numbers.
DUET_UNARY_FUNCTION(Tan, tan)
/// The angle in [-π/2, π/2] whose sine is x. Floating point.
DUET_UNARY_FUNCTION(Asin, asin)
/// The angle in [0, π] whose cosine is x. Floating point.
DUET_UNARY_FUNCTION(Acos, acos)
/// The angle in [-π/2, π/2] whose tangent is x. Floating point.
DUET_UNARY_FUNCTION(Atan, atan)
/// The hyperbolic sine. Floating-point and complex numbers.
DUET_UNARY_FUNCTION(Sinh, sinh)
/// The hyperbolic cosine. Floating-point and complex numbers.
DUET_UNARY_FUNCTION(Cosh, cosh)
/// The hyperbolic tangent. Floating-point and complex numbers.
DUET_UNARY_FUNCTION(Tanh, tanh)
/// The inverse of Sinh. Floating point.
DUET_UNARY_FUNCTION(Asinh, asinh)
/// The inverse of Cosh. Floating point.
DUET_UNARY_FUNCTION(Acosh, acosh)
/// The inverse of Tanh. Floating point.
DUET_UNARY_FUNCTION(Atanh, atanh)

/// The error function. Floating point.
DUET_UNARY_FUNCTION(Erf, erf)
/// 1 - erf(x). Floating point.
DUET_UNARY_FUNCTION(Erfc, erfc)
/// The inverse of Erf. Floating point.
DUET_UNARY_FUNCTION(Erfinv, erfinv)
/// log |Γ(x)|, of negative x less accurate near its zeros. Floating point.
DUET_UNARY_FUNCTION(Lgamma, lgamma)
/// Γ(x). Floating point.
DUET_UNARY_FUNCTION(Tgamma, tgamma)
/// Γ'(x) / Γ(x), less accurate near its zeros. Floating point.
DUET_UNARY_FUNCTION(Digamma, digamma)
#undef DUET_UNARY_FUNCTION

/// Defines operations that leave integers as they are.
#define DUET_ROUNDING(Name, function)                                 \
  struct Name {                                                       \
    template <typename T>                                             \
    __device__ T operator()(T x) const {                              \
      if constexpr (detail::is_integer<T> || detail::is_boolean<T>) { \
        return x;                                                     \
      } else {                                                        \
        return duet::function(x);                                     \
      }                                                               \
    }                                                                 \
  };

/// The greatest integer that is not greater. No complex numbers. Exact.
DUET_ROUNDING(Floor, floor)
/// The least integer that is not less. No complex numbers. Exact.
DUET_ROUNDING(Ceil, ceil)
/// The nearest integer, from the middle between two the even one, as NumPy has it (and not C's
/// round, which is duet::round). No complex numbers. Exact.
DUET_ROUNDING(Round, rint)
/// The same as Round.
DUET_ROUNDING(Rint, rint)
/// The next integer on the way to 0. No complex numbers. Exact.
DUET_ROUNDING(Trunc, trunc)
#undef DUET_ROUNDING

/// Defines questions that integers all answer in one way.
#define DUET_CLASSIFICATION(Name, function, of_integers)              \
  struct Name {                                                       \
    template <typename T>                                             \
    __device__ bool operator()(T x) const {                           \
      if constexpr (detail::is_integer<T> || detail::is_boolean<T>) { \
        return of_integers;                                           \
      } else {                                                        \
        return duet::function(x);                                     \
      }                                                               \
    }                                                                 \
  };

/// Whether x, or a part of it, is not a number. A bool.
DUET_CLASSIFICATION(IsNan, is_nan, false)
/// Whether x, or a part of it, is infinite. A bool.
DUET_CLASSIFICATION(IsInf, is_inf, false)
/// Whether x, or each part of it, is neither infinite nor NaN. A bool.
DUET_CLASSIFICATION(IsFinite, is_finite, true)
#undef DUET_CLASSIFICATION

/// Whether x is 0. A bool.
struct LogicalNot {
  template <typename T>
  __device__ bool operator()(T x) const {
    return !detail::truth(x);
  }
};

/// Every bit the other way; of bool the other value.
struct BitwiseNot {
  template <typename T>
  __device__ T operator()(T x) const {
    if constexpr (detail::is_boolean<T>) {
      return !x;
    } else {
      return T(~detail::bits(x));
    }
  }
};

/// The complex number with the other imaginary part; of others the number itself. Exact.
struct Conjugate {
  template <typename T>
  __device__ T operator()(T x) const {
    if constexpr (detail::is_complex<T>) {
      return {x.re, -x.im};
    } else {
      return x;
    }
  }
};

/// The real part, of the type of the parts; of others the number itself. Exact.
struct Real {
  template <typename T>
  __device__ auto operator()(T x) const {
    if constexpr (detail::is_complex<T>) {
      return x.re;
    } else {
      return x;
    }
  }
};

/// The imaginary part, of the type of the parts; of others 0. Exact.
struct Imag {
  template <typename T>
  __device__ auto operator()([[maybe_unused]] T x) const {
    if constexpr (detail::is_complex<T>) {
      return x.im;
    } else {
      return T(0);
    }
  }
};

}  // namespace duet::ops
