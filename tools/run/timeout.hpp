#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace duet::tool {

/// Ends the process if a kernel does not end in time. While an object of this class exists, a
/// thread waits for the time to pass; it then prints an error and ends the process with exit status
/// 1, without destructors, since they would wait for the kernel too.
class Timeout {
 public:
  /// @param seconds  empty: there is no limit
  /// @param kernel   name, for the message
  Timeout(std::optional<double> seconds, const std::string& kernel);
  Timeout(const Timeout&) = delete;
  Timeout& operator=(const Timeout&) = delete;
  ~Timeout();

 private:
  std::mutex mutex_{};
  std::condition_variable ended_{};
  bool has_ended_ = false;
  std::thread thread_{};
};

}  // namespace duet::tool
