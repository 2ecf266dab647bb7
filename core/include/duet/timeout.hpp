#pragma once

#include <chrono>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// How long to wait. Any std::chrono duration converts to it: a negative one is 0, and one above
/// `longest`, such as `std::chrono::hours::max()`, is `longest`. A value.
class Timeout {
 public:
  /// A hundred years.
  static constexpr std::chrono::nanoseconds longest = std::chrono::hours(100 * 365 * 24);

  /// @param time  of any unit, whole or fractional
  template <typename Rep, typename Period>
  constexpr Timeout(  // NOLINT(google-explicit-constructor)
      std::chrono::duration<Rep, Period> time) noexcept
      : time_(within_limits(time)) {}

  /// The time.
  constexpr std::chrono::nanoseconds time() const noexcept { return time_; }
  /// When the time is over if it begins now.
  std::chrono::steady_clock::time_point end() const noexcept {
    return std::chrono::steady_clock::now() + time_;
  }

 private:
  template <typename Rep, typename Period>
  static constexpr std::chrono::nanoseconds within_limits(
      std::chrono::duration<Rep, Period> time) noexcept {
    // Nanoseconds of 64 bits end after 292 years, long before the durations of other units.
    using Exact = std::chrono::duration<long double, std::nano>;
    const Exact exact(time);
    if (exact >= Exact(longest)) return longest;
    if (!(exact > Exact::zero())) return std::chrono::nanoseconds::zero();  // also for NaN
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time);
  }

  std::chrono::nanoseconds time_;
};

}  // namespace duet
DUET_API_END
