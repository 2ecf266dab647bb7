#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace duet::cpu {

/// The variables that a program gets which is started here: the process's own, but for messages in
/// English, and for sanitizers that are not for it.
std::vector<std::string> child_environment();

/// How a program ended: by exiting with 0, with another number, or by a signal.
enum class ProgramEnd { success, failure, signal };

/// A program that was started, without a shell. One thread at a time.
class ChildProgram {
 public:
  /// @param arguments  the first is the program's path
  /// @param output     the file that gets what it writes to standard output and error
  /// @param input      the file that it gets as standard input, or -1 for none
  /// @throws std::system_error if it cannot be started
  ChildProgram(const std::vector<std::string>& arguments, const std::string& output,
               int input = -1);
  ChildProgram(ChildProgram&& other) noexcept;
  ChildProgram& operator=(ChildProgram&&) = delete;
  /// Ends it if it was not waited for.
  ~ChildProgram();

  bool is_running() noexcept;
  /// Once.
  ProgramEnd wait() noexcept;

 private:
  pid_t id_;  ///< -1 if it was waited for
};

}  // namespace duet::cpu
