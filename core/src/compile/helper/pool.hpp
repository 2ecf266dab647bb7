#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "process.hpp"

namespace duet::helper {

/// The helpers of this process: started when they are first needed, at most one a core at work, and
/// kept for the next program. Thread-safety: all members.
class Pool {
 public:
  /// Null if there is no helper program, or it is of another build, or DUET_COMPILE_HELPER is
  /// "off".
  static Pool* instance();

  /// @throws as Process::compile
  Code compile(const Request& request);

 private:
  explicit Pool(std::string program);

  std::unique_ptr<Process> take();
  void give_back(std::unique_ptr<Process> process);

  const std::string program_;
  const unsigned most_;
  std::mutex mutex_{};  ///< guards what follows
  std::condition_variable returned_{};
  std::vector<std::unique_ptr<Process>> idle_{};
  unsigned busy_ = 0;
};

}  // namespace duet::helper
