#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace duet::test {

/// Whether two numbers are identical. Zeros must have the same sign; all NaNs are equal.
inline bool same(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

/// Counts wrong results and reports the first one, so that a failing test prints few lines.
class Mismatches {
 public:
  explicit Mismatches(std::string what) : what_(std::move(what)) {}
  Mismatches(const Mismatches&) = delete;
  Mismatches& operator=(const Mismatches&) = delete;
  ~Mismatches() {
    if (count_ > 1) ADD_FAILURE() << what_ << ": " << count_ << " results are wrong";
  }

  /// @param inputs  the operands, for the message
  template <typename... Inputs>
  void expect_same(double found, double expected, const Inputs&... inputs) {
    if (same(found, expected)) return;
    report(found, expected, inputs...);
  }
  template <typename Found, typename... Inputs>
  void expect_equal(const Found& found, const Found& expected, const Inputs&... inputs) {
    if (found == expected) return;
    report(found, expected, inputs...);
  }

 private:
  template <typename Found, typename... Inputs>
  void report(const Found& found, const Found& expected, const Inputs&... inputs) {
    if (count_++ > 0) return;
    testing::Message of;
    ((of << ' ' << testing::PrintToString(inputs)), ...);
    ADD_FAILURE() << what_ << " of" << of << " is " << testing::PrintToString(found) << ", not "
                  << testing::PrintToString(expected);
  }

  std::string what_;
  std::size_t count_ = 0;
};

}  // namespace duet::test
