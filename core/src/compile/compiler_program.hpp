#pragma once

#include <duet/compile.hpp>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compile_target.hpp"
#include "program/embedded.hpp"

namespace duet {

/// The headers of a program: its own, and duet's unless the program replaces them. Every text ends
/// in a newline, since one compiler crashes on an empty header.
class HeaderSet {
 public:
  /// @param lean  texts that stand for those of duet's headers, by name
  explicit HeaderSet(const Program& program,
                     const std::unordered_map<std::string_view, std::string>& lean = {});

  const std::vector<std::string>& names() const noexcept { return names_; }
  const std::vector<std::string>& texts() const noexcept { return texts_; }
  /// A source that includes them, with the names that they have here.
  std::string with_their_names(std::string source) const;

 private:
  void add(std::string_view name, std::string_view text);
  void add_missing(std::span<const embedded::File> files,
                   const std::unordered_map<std::string_view, std::string>& lean);
  void rename_those_like_folders();

  std::vector<std::string> own_{};  ///< names of the program's own headers
  std::vector<std::string> names_{};
  std::vector<std::string> texts_{};
  std::vector<std::string> renamed_{};  ///< the former names
};

/// Owns a vendor's program object. Thread-safety: none.
class CompilerProgram {
 public:
  /// @param source  the text to compile, which may differ from the program's
  CompilerProgram(const Program& program, const std::string& source, const HeaderSet& headers);
  CompilerProgram(const CompilerProgram&) = delete;
  CompilerProgram& operator=(const CompilerProgram&) = delete;
  ~CompilerProgram();

  /// Compiles; call it once. Errors in the program are reported by `status` and `log`.
  void compile(const std::vector<std::string>& options, StderrMode stderr_mode);

  vendor::ProgramHandle handle() const noexcept { return handle_; }
  vendor::CompilerStatus status() const noexcept { return status_; }
  const std::string& log() const noexcept { return log_; }
  double milliseconds() const noexcept { return milliseconds_; }

  /// Returns the lowered name of kernel `index`; empty if the name expression names no function.
  /// @param code  the compiled code
  std::string lowered_name(std::size_t index, std::span<const std::byte> code) const;

 private:
  std::string read_log(const std::string& stderr_text) const;

  std::string name_;                  ///< of the program
  std::vector<std::string> kernels_;  ///< name expressions in the compiler's form
  vendor::ProgramHandle handle_{};
  vendor::CompilerStatus status_ = vendor::compiler_success;
  std::string log_{};
  double milliseconds_ = 0;
};

}  // namespace duet
