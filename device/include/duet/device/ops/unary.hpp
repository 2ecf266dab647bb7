#pragma once

#include <duet/device/math.hpp>
#include <duet/device/ops/kinds.hpp>

/// @file
/// Operations of one number as stateless function objects: `duet::ops::Exp{}(x)`. The result has
/// the type of x unless the description says otherwise. Types that an operation does not support
/// are compile errors. half and bfloat16 are computed in float and rounded once; integer overflow
/// wraps around. docs/accuracy.md has the largest errors.

namespace duet::ops {

/// The number itself. For every type.
struct Identity {
  template <typename T>
  __device__ T operator()(T x) const {
    return x;
  }
};

/// The absolute value: real for complex numbers; the least integer stays as it is. Exact except for
/// complex numbers.
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

/// -x. Not for bool. Exact.
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

/// 1, 0 or -1 if x is positive, 0 or negative; NaN for NaN. For complex numbers z / |z|, and 0 for
/// 0.
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

/// 1 / x, rounded once. For floating-point and complex numbers.
struct Reciprocal {
  template <typename T>
  __device__ T operator()(T x) const {
    static_assert(detail::is_fractional<T>, "Reciprocal takes no integers: cast them first");
    return T(1) / x;
  }
};

/// The logistic function 1 / (1 + exp(-x)), without overflow, and accurate for small results as
/// well. For floating-point numbers.
struct Sigmoid {
  template <typename T>
  __device__ T operator()(T x) const {
    const auto wide = duet::detail::widen(x);
    const auto power = duet::exp(-duet::fabs(wide));
    return T((wide < 0 ? power : decltype(power)(1)) / (1 + power));
  }
};

// Defines an operation that is a function of math.hpp.
#define DUET_UNARY_FUNCTION(Name, function) \
  struct Name {                             \
    template <typename T>                   \
    __device__ T operator()(T x) const {    \
      return duet::function(x);             \
    }                                       \
  };

/// The square root; NaN for negative numbers. For floating-point and complex numbers.
DUET_UNARY_FUNCTION(Sqrt, sqrt)
/// 1 divided by the square root. For floating-point numbers.
DUET_UNARY_FUNCTION(Rsqrt, rsqrt)
/// The cube root, also of negative numbers. For floating-point numbers.
DUET_UNARY_FUNCTION(Cbrt, cbrt)
/// e to the power x. For floating-point and complex numbers.
DUET_UNARY_FUNCTION(Exp, exp)
/// 2 to the power x. For floating-point numbers.
DUET_UNARY_FUNCTION(Exp2, exp2)
/// 10 to the power x. For floating-point numbers.
DUET_UNARY_FUNCTION(Exp10, exp10)
/// exp(x) - 1. For floating-point numbers.
DUET_UNARY_FUNCTION(Expm1, expm1)
/// The natural logarithm. For floating-point and complex numbers.
DUET_UNARY_FUNCTION(Log, log)
/// The logarithm to base 2. For floating-point numbers.
DUET_UNARY_FUNCTION(Log2, log2)
/// The logarithm to base 10. For floating-point numbers.
DUET_UNARY_FUNCTION(Log10, log10)
/// log(1 + x). For floating-point numbers.
DUET_UNARY_FUNCTION(Log1p, log1p)

/// The sine, of radians. For floating-point and complex numbers.
DUET_UNARY_FUNCTION(Sin, sin)
/// The cosine, of radians. For floating-point and complex numbers.
DUET_UNARY_FUNCTION(Cos, cos)
/// The tangent, of radians. For floating-point and complex numbers.
DUET_UNARY_FUNCTION(Tan, tan)
/// The angle in [-π/2, π/2] whose sine is x. For floating-point numbers.
DUET_UNARY_FUNCTION(Asin, asin)
/// The angle in [0, π] whose cosine is x. For floating-point numbers.
DUET_UNARY_FUNCTION(Acos, acos)
/// The angle in [-π/2, π/2] whose tangent is x. For floating-point numbers.
DUET_UNARY_FUNCTION(Atan, atan)
/// The hyperbolic sine. For floating-point and complex numbers.
DUET_UNARY_FUNCTION(Sinh, sinh)
/// The hyperbolic cosine. For floating-point and complex numbers.
DUET_UNARY_FUNCTION(Cosh, cosh)
/// The hyperbolic tangent. For floating-point and complex numbers.
DUET_UNARY_FUNCTION(Tanh, tanh)
/// The inverse of Sinh. For floating-point numbers.
DUET_UNARY_FUNCTION(Asinh, asinh)
/// The inverse of Cosh. For floating-point numbers.
DUET_UNARY_FUNCTION(Acosh, acosh)
/// The inverse of Tanh. For floating-point numbers.
DUET_UNARY_FUNCTION(Atanh, atanh)

/// The error function. For floating-point numbers.
DUET_UNARY_FUNCTION(Erf, erf)
/// The complementary error function, 1 - erf(x). For floating-point numbers.
DUET_UNARY_FUNCTION(Erfc, erfc)
/// The inverse of Erf. For floating-point numbers.
DUET_UNARY_FUNCTION(Erfinv, erfinv)
/// log |Γ(x)|; less accurate near its zeros at negative x. For floating-point numbers.
DUET_UNARY_FUNCTION(Lgamma, lgamma)
/// Γ(x). For floating-point numbers.
DUET_UNARY_FUNCTION(Tgamma, tgamma)
/// Γ'(x) / Γ(x); less accurate near its zeros. For floating-point numbers.
DUET_UNARY_FUNCTION(Digamma, digamma)
#undef DUET_UNARY_FUNCTION

// Defines an operation that does not change integers.
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

/// The greatest integer that is at most x. Not for complex numbers. Exact.
DUET_ROUNDING(Floor, floor)
/// The least integer that is at least x. Not for complex numbers. Exact.
DUET_ROUNDING(Ceil, ceil)
/// The nearest integer; halfway cases to the even one, as in NumPy (unlike C's round, which is
/// duet::round). Not for complex numbers. Exact.
DUET_ROUNDING(Round, rint)
/// As Round.
DUET_ROUNDING(Rint, rint)
/// x truncated: the nearest integer towards 0. Not for complex numbers. Exact.
DUET_ROUNDING(Trunc, trunc)
#undef DUET_ROUNDING

// Defines a test whose result is the same for all integers.
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

/// Whether x, or a part of it, is NaN. Returns bool.
DUET_CLASSIFICATION(IsNan, is_nan, false)
/// Whether x, or a part of it, is infinite. Returns bool.
DUET_CLASSIFICATION(IsInf, is_inf, false)
/// Whether x, or both parts of it, are neither infinite nor NaN. Returns bool.
DUET_CLASSIFICATION(IsFinite, is_finite, true)
#undef DUET_CLASSIFICATION

/// Whether x is 0. Returns bool.
struct LogicalNot {
  template <typename T>
  __device__ bool operator()(T x) const {
    return !detail::truth(x);
  }
};

/// All bits inverted; for bool the other value. For integers and bool.
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

/// The complex conjugate; other numbers stay as they are. Exact.
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

/// The real part, of the type of the parts; other numbers stay as they are. Exact.
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

/// The imaginary part, of the type of the parts; 0 for other numbers. Exact.
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
