#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/types.h>

#include <initializer_list>
#include <string>
#include <vector>

namespace duet {

/// File descriptors and signal state of a program to start. No signal is blocked in it. The members
/// that prepare the start fail only when memory runs out.
class SpawnSetup {
 public:
  SpawnSetup();
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;
  ~SpawnSetup();

  /// Passes a file descriptor of this process to the program under the number `as`.
  void pass_descriptor(int descriptor, int as);
  /// Opens a file for the program under the number `as`. New files get mode 0600.
  /// @param flags  as for open(2)
  void open_file(const std::string& path, int flags, int as);
  /// Resets signals to their default action, even if this process ignores them.
  void reset_signals(std::initializer_list<int> signals);
  /// Starts the program in a process group of its own, so that Ctrl-C in the terminal does not
  /// reach it.
  void set_own_process_group();

  /// Starts the program. `wait_for_child` waits for its end.
  /// @param arguments    the first is the program's path
  /// @param environment  "NAME=value"
  /// @throws std::system_error
  pid_t start(std::vector<std::string> arguments, std::vector<std::string> environment) const;

 private:
  void add_flag(short flag);

  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

/// Returns this process's environment, for a child; a fixed one for a process with raised rights.
/// No other thread may change it during the call.
std::vector<std::string> own_environment();

}  // namespace duet
