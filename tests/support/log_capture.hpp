#pragma once

#include <duet/log.hpp>

#include <mutex>
#include <string>
#include <vector>

namespace duet::test {

/// Collects messages until it is destroyed.
class LogCapture {
 public:
  explicit LogCapture(LogLevel most = LogLevel::warning) : before_(log_level()) {
    set_log_level(most);
    set_log_handler([this](LogLevel level, std::string_view text) {
      const std::lock_guard lock(mutex_);
      lines_.push_back(std::string(name_of(level)) + ": " + std::string(text));
    });
  }
  ~LogCapture() {
    set_log_handler({});
    set_log_level(before_);
  }
  std::vector<std::string> lines() const {
    const std::lock_guard lock(mutex_);
    return lines_;
  }

 private:
  LogLevel before_;
  mutable std::mutex mutex_{};
  std::vector<std::string> lines_{};
};

}  // namespace duet::test
