#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace duet::cpu {

/// The environment of child programs: the process's own, with messages in English and without
/// preloaded sanitizers.
std::vector<std::string> child_environment();

/// How a program ended: by exiting with 0, with another number, or by a signal.
class ProgramEnd {
 public:
  enum Kind { success, failure, signal };

  /// @param number  the exit status, or the signal
  explicit ProgramEnd(Kind kind, int number = 0) noexcept : kind_(kind), number_(number) {}
  bool operator==(Kind kind) const noexcept { return kind_ == kind; }

  /// "ended with status 1", "was ended by signal 9 (Killed)".
  std::string text() const;

 private:
  Kind kind_;
  int number_;
};

/// A child program, started without a shell. Thread-safety: one thread at a time.
class ChildProgram {
 public:
  /// @param arguments  the first is the program's path
  /// @param output     path of the file for its standard output and error
  /// @param input      descriptor of its standard input; -1 for none
  /// @throws std::system_error if it cannot be started
  ChildProgram(const std::vector<std::string>& arguments, const std::string& output,
               int input = -1);
  ChildProgram(ChildProgram&& other) noexcept;
  ChildProgram& operator=(ChildProgram&&) = delete;
  /// Kills the program unless `wait` was called.
  ~ChildProgram();

  bool is_running() noexcept;
  /// Waits for its end. Call it once.
  ProgramEnd wait() noexcept;

 private:
  pid_t id_;  ///< -1 after `wait`
};

}  // namespace duet::cpu
