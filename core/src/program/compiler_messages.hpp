#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// The file that messages about name expressions are attributed to.
inline constexpr std::string_view name_expression_file = "kernel name";

/// A message of a compiler. Views point into the log.
struct CompilerMessage {
  std::string_view file{};      ///< empty for lines without a place
  std::size_t line{};           ///< 0 if there is none
  std::string_view severity{};  ///< "error", "fatal error", "warning", "note", "remark"
  std::string_view text{};      ///< what follows the severity in the line
  std::string_view whole{};     ///< all lines: the includes before it, the message, what it quotes

  bool is_error() const { return severity == "error" || severity == "fatal error"; }
};

/// Splits a compiler's log. Understands the messages of clang, gcc and NVRTC.
std::vector<CompilerMessage> compiler_messages(std::string_view log);

/// The beginning of a log, with as many errors as compilers report by default, and how many more
/// there are.
std::string first_errors(std::string_view log);

/// A log without its warnings if it has errors, which they would hide.
std::string without_warnings(std::string_view log);

/// The messages of a compilation of several kernels.
struct SortedMessages {
  std::string source{};                    ///< those about the program's text, as they are
  bool has_source_errors = false;          ///< whether there are errors among them
  std::vector<std::string> expressions{};  ///< the errors about name expressions, one line each
};

/// Separates messages about name expressions. Drops their quotations and the counts of messages.
SortedMessages sort_messages(std::string_view log);

}  // namespace duet
