#pragma once

#include <sys/types.h>

#include <string>

#include "messages.hpp"
#include "system/file_descriptor.hpp"

namespace duet::helper {

/// A running duet-compile. One thread at a time.
class Process {
 public:
  /// @throws std::system_error if it does not start
  explicit Process(const std::string& program);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  /// Tells it to end and does not wait longer than that takes.
  ~Process();

  /// Whether it is a helper of this build of duet.
  bool greets();

  /// What the compiler prints is part of the code's log.
  /// @throws what compiling throws; CompileError if the compiler ended the process, which is of no
  ///         use afterwards
  Code compile(const Request& request);

  bool is_alive() const noexcept { return alive_; }

 private:
  [[noreturn]] void throw_crash(const Request& request);
  std::string take_printed();

  FileDescriptor socket_;
  FileDescriptor printed_;  ///< its standard output and error
  pid_t id_ = -1;
  bool alive_ = true;
};

}  // namespace duet::helper
