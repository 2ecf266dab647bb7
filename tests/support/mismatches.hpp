#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace duet::test {

/// The same number: of zeros the same sign, and any NaN for NaN.
inline bool same(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

/// Counts what is wrong among many results, and shows the first.
class Mismatches {
 public:
  explicit Mismatches(std::string what) : what_(std::move(what)) {}
  Mismatches(const Mismatches&) = delete;
  Mismatches& operator=(const Mismatches&) = delete;
  ~Mismatches() {
    if (count_ > 1) ADD_FAILURE() << what_ << ": " << count_ << " are wrong";
  }

  /// @param inputs  for the message
  template <typename... Inputs>
  void expect_same(double found, double expected, const Inputs&... inputs) {
    if (same(found, expected)) return;
    note(found, expected, inputs...);
  }
  template <typename Found, typename... Inputs>
  void expect_equal(const Found& found, const Found& expected, const Inputs&... inputs) {
    if (found == expected) return;
    note(found, expected, inputs...);
  }

 private:
  template <typename Found, typename... Inputs>
  void note(const Found& found, const Found& expected, const Inputs&... inputs) {
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
