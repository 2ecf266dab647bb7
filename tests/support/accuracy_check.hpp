#pragma once

#include <gtest/gtest.h>

#include <string>

#include "accuracy_report.hpp"
#include "accuracy_table.hpp"
#include "dump_annotation.hpp"
#include "number_format.hpp"

namespace duet::test {

/// Compares the results of an operation with exact ones. The destructor fails the test if the
/// largest error exceeds the allowed one, and adds it to the accuracy report.
/// @tparam T  type of the results
template <typename T>
class AccuracyCheck {
 public:
  /// @param annotation  receives expected values and allowed errors, in the order of the calls
  AccuracyCheck(std::string operation, AllowedError allowed,
                NumberAnnotation<T>* annotation = nullptr)
      : operation_(std::move(operation)),
        annotation_(annotation),
        exact_(allowed.of_float < 0),
        units_(is_double ? allowed.of_double : allowed.of_float),
        scale_(allowed.scale) {}
  AccuracyCheck(const AccuracyCheck&) = delete;
  AccuracyCheck& operator=(const AccuracyCheck&) = delete;

  ~AccuracyCheck() {
    const double measured = worst_ == 0 ? 0 : worst_ * limit();
    AccuracyReport::instance().add(operation_, column(), measured, limit());
    EXPECT_TRUE(measured <= limit() + slack)
        << operation_ << " of " << NumberFormat<T>::name << ": error of " << measured
        << " ulp, but " << limit() << " ulp are allowed, for " << worst_case_;
  }

  /// @param describe   returns the operands, for the message
  /// @param is_scaled  whether the scale of the allowed error applies
  template <typename Describe>
  void compare(T result, long double reference, const Describe& describe, bool is_scaled = true) {
    const long double number = value(result);
    annotate(reference, allowed_for(reference, is_scaled ? scale_ : 0));
    add(share_of_allowed(number, reference, is_scaled ? scale_ : 0), number, reference, describe);
  }

  /// Compares a complex result; the error is relative to its absolute value.
  template <typename Describe>
  void compare(T real, T imaginary, const Complex& reference, const Describe& describe) {
    const Complex result(value(real), value(imaginary));
    const long double either = allowed_near(absolute(reference), scale_) * (1 + slack / limit());
    annotate(reference.real(), either);
    annotate(reference.imag(), either);
    const long double size = absolute(reference);
    const Complex difference(limited<T>(result.real()) - limited<T>(reference.real()),
                             limited<T>(result.imag()) - limited<T>(reference.imag()));
    add(std::abs(difference) / allowed_near(size, scale_), std::abs(result), std::abs(reference),
        describe);
  }

 private:
  using Format = NumberFormat<T>;
  using Computed = typename Format::Computed;
  static constexpr bool is_double = Format::digits == 53;
  static constexpr bool rounds_twice = Format::digits < 24;
  static constexpr double slack = is_double ? 1e-3 : 0;  ///< error of the reference, in ulp

  static std::string column() {
    const std::string name = Format::name;
    return name.substr(name.rfind(':') + 1);
  }

  /// The allowed error in ulp of T, for results as large as the scale.
  double limit() const {
    if (exact_) return 0;
    const double computed = units_ + 0.5;
    if (!rounds_twice) return computed;
    return 0.5 + std::ldexp(computed, Format::digits - NumberFormat<Computed>::digits);
  }

  long double allowed_near(long double size, double scale) const {
    const long double error = (units_ + 0.5L) * spacing<Computed>(std::fmax(size, scale));
    return rounds_twice ? error + spacing<T>(size) / 2 : error;
  }

  static long double absolute(const Complex& z) {
    return std::hypot(limited<T>(z.real()), limited<T>(z.imag()));
  }

  /// The error that `compare` allows.
  long double allowed_for(long double reference, double scale) const {
    if (exact_ || std::isnan(reference) || std::isinf(reference)) return 0;
    return allowed_near(std::fabs(reference), scale) * (1 + slack / limit());
  }

  /// @param allowed  allowed distance from the reference. The expected value is the rounded
  /// reference,
  ///                 so the rounding error is added.
  void annotate(long double reference, long double allowed) {
    if (annotation_ == nullptr) return;
    const T expected = rounded_to<T>(reference);
    if (allowed > 0) {
      allowed += std::fabs(limited<T>(value(expected)) - limited<T>(reference));
    }
    annotation_->add(expected, static_cast<double>(allowed));
  }

  /// The error divided by the allowed error.
  long double share_of_allowed(long double result, long double reference, double scale) const {
    if (std::isnan(reference)) return std::isnan(result) ? 0 : HUGE_VALL;
    if (reference == 0 && result == 0) {
      return std::signbit(result) == std::signbit(reference) ? 0 : HUGE_VALL;
    }
    if (exact_ || std::isinf(reference)) return result == reference ? 0 : HUGE_VALL;
    return std::fabs(limited<T>(result) - limited<T>(reference)) /
           allowed_near(std::fabs(reference), scale);
  }

  template <typename Describe>
  void add(long double share, long double result, long double reference, const Describe& describe) {
    if (share <= worst_) return;  // false for NaN, which counts as the worst
    worst_ = static_cast<double>(share);
    testing::Message message;
    message << describe() << ": " << static_cast<double>(result) << ", expected "
            << static_cast<double>(reference);
    worst_case_ = message.GetString();
  }

  std::string operation_;
  NumberAnnotation<T>* annotation_;
  bool exact_;
  double units_, scale_;
  double worst_ = 0;
  std::string worst_case_{};
};

}  // namespace duet::test
