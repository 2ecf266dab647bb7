#pragma once

#include <string>

namespace duet {

/// Redirects the process's standard error to memory during its lifetime. The output of other
/// threads is captured too, so keep the lifetime short. Thread-safety: at most one object at a time
/// in a process. If the redirection fails, nothing is captured.
class StandardErrorCapture {
 public:
  StandardErrorCapture() noexcept;
  StandardErrorCapture(const StandardErrorCapture&) = delete;
  StandardErrorCapture& operator=(const StandardErrorCapture&) = delete;
  ~StandardErrorCapture() { restore(); }

  /// Ends the capture. @returns the captured text
  std::string take();

 private:
  void restore() noexcept;

  int memory_ = -1;
  int original_ = -1;
};

}  // namespace duet
