#pragma once

#include <duet/compile.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compile_target.hpp"

namespace duet {

/// The headers a program sees: its own first, then duet's that it does not replace. Every text
/// ends in a newline, since an empty one crashes a compiler.
class HeaderSet {
 public:
  explicit HeaderSet(const Program& program);

  const std::vector<std::string>& names() const noexcept { return names_; }
  const std::vector<std::string>& texts() const noexcept { return texts_; }

 private:
  void add(std::string_view name, std::string_view text);

  std::vector<std::string> names_{};
  std::vector<std::string> texts_{};
};

/// Owns a vendor's program. Not thread-safe.
class CompilerProgram {
 public:
  /// @param source  what the compiler gets as the program's
  CompilerProgram(const Program& program, const std::string& source, const HeaderSet& headers);
  CompilerProgram(const CompilerProgram&) = delete;
  CompilerProgram& operator=(const CompilerProgram&) = delete;
  ~CompilerProgram();

  /// Once. What is wrong with the program is in `status` and `log`.
  void compile(const std::vector<std::string>& options, StderrMode stderr_mode);

  vendor::ProgramHandle handle() const noexcept { return handle_; }
  vendor::CompilerStatus status() const noexcept { return status_; }
  const std::string& log() const noexcept { return log_; }
  double milliseconds() const noexcept { return milliseconds_; }

  /// The name of kernel `index`. @param code  what the program was compiled to
  std::string lowered_name(std::size_t index, std::span<const std::byte> code) const;

 private:
  std::string read_log(const std::string& stderr_mode) const;

  const Program& program_;
  vendor::ProgramHandle handle_{};
  vendor::CompilerStatus status_ = vendor::compiler_success;
  std::string log_{};
  double milliseconds_ = 0;
};

}  // namespace duet
