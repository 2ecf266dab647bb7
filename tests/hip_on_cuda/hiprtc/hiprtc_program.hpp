#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace hip_on_cuda {

/// The object that a hiprtcProgram points to.
class RtcProgram {
 public:
  explicit RtcProgram(std::string source) : source_(std::move(source)) {}

  void add_header(std::string name, std::string text);
  void add_name(std::string expression) { expressions_.push_back(std::move(expression)); }

  /// @returns true on success; else the log has the reason
  bool compile(const std::vector<std::string>& options);

  const std::string& log() const noexcept { return log_; }
  const std::vector<std::byte>& code() const noexcept { return code_; }
  /// Null before the compilation and for an expression that was not added.
  const char* lowered_name(const std::string& expression) const;

 private:
  std::string source_;
  std::vector<std::string> header_names_{};
  std::vector<std::string> header_texts_{};
  std::vector<std::string> expressions_{};
  std::map<std::string, std::string> lowered_{};  ///< by the expression without spaces
  std::string log_{};
  std::vector<std::byte> code_{};
  bool compiled_ = false;
};

}  // namespace hip_on_cuda
