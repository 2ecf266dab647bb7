#pragma once

#include <string>

namespace duet {

/// While it lives, what the process writes to standard error goes to memory instead. Other threads'
/// words are caught too, so it is held only while a library that prints there works.
/// Thread-safety: one at a time in a process. Without room for it nothing is caught.
class StandardErrorCapture {
 public:
  StandardErrorCapture() noexcept;
  StandardErrorCapture(const StandardErrorCapture&) = delete;
  StandardErrorCapture& operator=(const StandardErrorCapture&) = delete;
  ~StandardErrorCapture() { restore(); }

  /// Ends the capture. @returns what was caught
  std::string take();

 private:
  void restore() noexcept;

  int memory_ = -1;
  int original_ = -1;
};

}  // namespace duet
