#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "process.hpp"

namespace duet::helper {

/// The helper processes of this process, started on demand, at most one per core, and reused.
/// Thread-safety: all members can be called from any thread.
class Pool {
 public:
  /// Returns null if DUET_COMPILE_HELPER is "off", or, after a warning, if there is no helper
  /// program of this build. @throws Error no_compiler if DUET_COMPILE_HELPER is not such a program
  static Pool* instance();

  /// The path of the helper program.
  const std::string& program() const noexcept { return program_; }

  /// Blocks until a helper is free. @throws as Process::compile; Error no_compiler if none can be
  /// started
  Code compile(const Request& request);

 private:
  explicit Pool(std::string program);

  std::unique_ptr<Process> acquire();
  void release(std::unique_ptr<Process> process);

  const std::string program_;
  const unsigned max_processes_;
  std::mutex mutex_{};  ///< guards the following members
  std::condition_variable returned_{};
  std::vector<std::unique_ptr<Process>> idle_{};
  unsigned busy_ = 0;
};

}  // namespace duet::helper
