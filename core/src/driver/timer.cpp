#include <duet/timer.hpp>

#include <exception>

#include "base/log.hpp"

namespace duet {

Timer::Timer(StreamRef stream) : stream_(stream), start_(stream.device()), stop_(stream.device()) {
  restart();
}

void Timer::restart() { start_.record(stream_); }

Milliseconds Timer::elapsed() {
  stop_.record(stream_);
  stop_.synchronize();
  return duet::elapsed(start_, stop_);
}

ScopedTimer::~ScopedTimer() {
  try {
    sum_ += timer_.elapsed();
  } catch (...) {
    log(LogLevel::error, "a ScopedTimer has no result: {}",
        exception_text(std::current_exception()));
  }
}

}  // namespace duet
