#pragma once

namespace duet::tool {

/// Sends standard output to standard error while it exists, so that what kernels print does not
/// come between the lines of a JSON document.
class RedirectedOutput {
 public:
  /// @param is_active  false: nothing is redirected
  explicit RedirectedOutput(bool is_active) noexcept;
  ~RedirectedOutput();
  RedirectedOutput(const RedirectedOutput&) = delete;
  RedirectedOutput& operator=(const RedirectedOutput&) = delete;

 private:
  int original_ = -1;
};

}  // namespace duet::tool
