#pragma once

#include <duet/event.hpp>
#include <duet/export.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

/// Measures how long the work of a stream takes on the device, by two events.
///
///     Timer timer(stream);
///     launch(stream, …);
///     Milliseconds took = timer.elapsed();
///
/// Thread-safety: none for one timer.
class Timer {
 public:
  /// Starts the measurement after the work that the stream has now.
  /// @param stream  must outlive the timer
  explicit Timer(StreamRef stream);

  /// Starts again.
  void restart();
  /// The time from the start to the end of the work that the stream has now, for which it waits.
  /// @throws Error  the failure of work in the stream
  Milliseconds elapsed();

 private:
  StreamRef stream_;
  Event start_;
  Event stop_;
};

/// Measures the work that is submitted to a stream in a scope:
///
///     Milliseconds took{};
///     {
///       ScopedTimer timer(stream, took);
///       launch(stream, …);
///     }  // waits for the work
///
/// The destructor waits and adds the time to the result. If that fails, it logs the error and
/// leaves the result as it is.
class ScopedTimer {
 public:
  /// @param stream  must outlive the timer
  /// @param sum     the time is added to it; must outlive the timer
  ScopedTimer(StreamRef stream, Milliseconds& sum) : timer_(stream), sum_(sum) {}
  ScopedTimer(const ScopedTimer&) = delete;
  ScopedTimer& operator=(const ScopedTimer&) = delete;
  ~ScopedTimer();

 private:
  Timer timer_;
  Milliseconds& sum_;
};

}  // namespace duet
DUET_API_END
