#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/types.h>

#include <initializer_list>
#include <string>
#include <vector>

namespace duet {

/// How a program is to be started: with which files, and with no signal blocked, whatever the
/// calling thread has blocked. The calls that prepare it fail by lack of memory alone.
class SpawnSetup {
 public:
  SpawnSetup();
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;
  ~SpawnSetup();

  /// Gives the program a file of this process under a number of its own.
  void give(int file, int as);
  /// Opens a file for the program. @param flags  as for open(2); what it creates is this user's
  void open(const std::string& path, int flags, int as);
  /// Signals that do what they do by default, even if this process ignores them.
  void restore(std::initializer_list<int> signals);
  /// Ctrl-C in the terminal is not for it.
  void set_own_process_group();

  /// @param arguments    the first is the program's path
  /// @param environment  "NAME=value"
  /// @throws std::system_error
  pid_t start(std::vector<std::string> arguments, std::vector<std::string> environment) const;

 private:
  void add_flag(short flag);

  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

/// The variables of this process. Others must not change them meanwhile.
std::vector<std::string> own_environment();

}  // namespace duet
