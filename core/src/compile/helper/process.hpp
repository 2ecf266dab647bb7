#pragma once

#include <sys/types.h>

#include <string>

#include "messages.hpp"
#include "system/file_descriptor.hpp"
#include "system/temporary_folder.hpp"

namespace duet::helper {

/// A running duet-compile. Thread-safety: none.
class Process {
 public:
  /// @throws std::system_error if the program cannot be started or its temporary folder not made
  explicit Process(const std::string& program);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  /// Ends the process and waits for its end.
  ~Process();

  /// Blocks for the greeting, for half a minute at most.
  /// @returns whether the process is a helper of this build of duet
  bool receive_greeting();

  /// Compiles. The output of the process is appended to the code's log.
  /// @throws the helper's exception; CompileError if the compiler ended the process, and Error io
  /// if
  ///         the connection broke, after which the object must not be used
  Code compile(const Request& request);

  /// Whether `compile` can be called again.
  bool is_alive() const noexcept { return alive_; }
  /// Whether the waiting process can compile: it may have been ended by a signal, and other
  /// programs remove old temporary folders.
  bool is_ready() const noexcept;

 private:
  [[noreturn]] void throw_crash(const Request& request);
  std::string take_output();

  TemporaryFolder folder_{};  ///< for temporary files of the process
  FileDescriptor socket_;
  FileDescriptor printed_;  ///< standard output and error of the process
  pid_t id_ = -1;
  bool alive_ = true;
};

}  // namespace duet::helper
