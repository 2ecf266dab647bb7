#pragma once

#include <complex>
#include <string>
#include <vector>

#include "reference_math.hpp"

// The floating-point operations, with reference functions and allowed errors on every target. The
// tests and docs/accuracy.md use this table.

namespace duet::test {

/// An allowed error: the distance from the correctly rounded result, in units in the last place
/// (ulp). The values are the errors that CUDA (Programming Guide, Mathematical Functions), HIP
/// (reference, HIP math API) and glibc (manual, Known Maximum Errors) document, rounded up.
struct AllowedError {
  double of_float;  ///< also for half and bfloat16, which are computed in float
  double of_double;
  /// Results smaller than this have the ulp of this number. For functions that near their zeros are
  /// a difference of numbers of this size.
  double scale = 0;
  bool only_negative = false;  ///< whether the scale applies to negative operands only
};
/// The result must be exact.
constexpr AllowedError exact{-1, -1};
/// The result is rounded correctly; 16-bit results are rounded twice, through float.
constexpr AllowedError rounded{0, 0};

using Complex = std::complex<long double>;

/// An operation, with a reference function of higher precision.
template <typename Function>
struct Accuracy {
  const char* name;
  Function* reference;
  AllowedError allowed;
};
using Unary = Accuracy<long double(long double)>;
using Binary = Accuracy<long double(long double, long double)>;
using ComplexUnary = Accuracy<Complex(const Complex&)>;

inline const std::vector<Unary> unary_accuracies{
    {"Abs", std::fabs, exact},
    {"Negative", [](long double x) { return -x; }, exact},
    {"Sign", [](long double x) { return x > 0    ? 1
                                        : x < 0  ? -1
                                        : x == 0 ? 0
                                                 : x; }, exact},
    {"Floor", std::floor, exact},
    {"Ceil", std::ceil, exact},
    {"Round", std::nearbyint, exact},
    {"Rint", std::nearbyint, exact},
    {"Trunc", std::trunc, exact},
    {"Square", [](long double x) { return x * x; }, rounded},
    {"Reciprocal", [](long double x) { return 1 / x; }, rounded},
    {"Sqrt", std::sqrt, {1, 1}},
    {"Rsqrt", [](long double x) { return 1 / std::sqrt(x); }, {2, 1}},
    {"Cbrt", std::cbrt, {2, 4}},
    {"Exp", std::exp, {2, 1}},
    {"Exp2", std::exp2, {2, 1}},
    {"Exp10", [](long double x) { return std::pow(10.0L, x); }, {2, 2}},
    {"Expm1", std::expm1, {1, 1}},
    {"Log", std::log, {2, 1}},
    {"Log2", std::log2, {1, 1}},
    {"Log10", std::log10, {2, 2}},
    {"Log1p", std::log1p, {2, 1}},
    {"Sin", std::sin, {2, 2}},
    {"Cos", std::cos, {2, 2}},
    {"Tan", std::tan, {4, 2}},
    {"Asin", std::asin, {2, 2}},
    {"Acos", std::acos, {2, 2}},
    {"Atan", std::atan, {2, 2}},
    {"Sinh", std::sinh, {3, 2}},
    {"Cosh", std::cosh, {2, 2}},
    {"Tanh", std::tanh, {2, 2}},
    {"Asinh", std::asinh, {3, 3}},
    {"Acosh", std::acosh, {4, 3}},
    {"Atanh", std::atanh, {3, 2}},
    {"Erf", std::erf, {4, 4}},
    {"Erfc", std::erfc, {4, 5}},
    {"Erfinv", reference_erfinv, {4, 8}},
    {"Lgamma", std::lgamma, {7, 4, 64, true}},
    {"Tgamma", std::tgamma, {8, 10}},
    {"Digamma", reference_digamma, {10, 10, 4}},
    {"Sigmoid", reference_sigmoid, {4, 4}},
};

inline const std::vector<Binary> binary_accuracies{
    {"Minimum", [](long double a, long double b) { return a != a || a < b ? a : b; }, exact},
    {"Maximum", [](long double a, long double b) { return a != a || a > b ? a : b; }, exact},
    {"FMin", [](long double a, long double b) { return b != b || a < b ? a : b; }, exact},
    {"FMax", [](long double a, long double b) { return b != b || a > b ? a : b; }, exact},
    {"CopySign", std::copysign, exact},
    {"Fmod", std::fmod, exact},
    {"Add", [](long double a, long double b) { return a + b; }, rounded},
    {"Subtract", [](long double a, long double b) { return a - b; }, rounded},
    {"Multiply", [](long double a, long double b) { return a * b; }, rounded},
    {"Divide", [](long double a, long double b) { return a / b; }, rounded},
    {"Remainder", reference_remainder, rounded},
    {"FloorDivide", reference_floor_divide, {1, 1}},
    {"Power", std::pow, {4, 2}},
    {"Hypot", std::hypot, {3, 2}},
    {"Atan2", std::atan2, {3, 2}},
    {"LogAddExp", reference_log_add_exp, {4, 4, 1}},
};

/// Errors are relative to the absolute value of the result.
inline const std::vector<ComplexUnary> complex_accuracies{
    {"Square", [](const Complex& z) { return z * z; }, {3, 3}},
    {"Reciprocal", [](const Complex& z) { return Complex(1) / z; }, {6, 6}},
    {"Sqrt", std::sqrt, {5, 5}},
    {"Exp", std::exp, {6, 6}},
    {"Log", std::log, {6, 6}},
    {"Sin", std::sin, {8, 8}},
    {"Cos", std::cos, {8, 8}},
    {"Sinh", std::sinh, {8, 8}},
    {"Cosh", std::cosh, {8, 8}},
    {"Tan", std::tan, {24, 24}},
    {"Tanh", std::tanh, {24, 24}},
};

}  // namespace duet::test
