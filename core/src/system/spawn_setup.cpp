#include "spawn_setup.hpp"

#include <sys/auxv.h>
#include <unistd.h>

#include <system_error>

#include "child_processes.hpp"

namespace duet {

namespace {

/// Makes a null-terminated array of C strings.
std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

SpawnSetup::SpawnSetup() {
  posix_spawn_file_actions_init(&files_);
  posix_spawnattr_init(&attributes_);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes_, &none);
  add_flag(POSIX_SPAWN_SETSIGMASK);
}

SpawnSetup::~SpawnSetup() {
  posix_spawn_file_actions_destroy(&files_);
  posix_spawnattr_destroy(&attributes_);
}

void SpawnSetup::pass_descriptor(int descriptor, int as) {
  posix_spawn_file_actions_adddup2(&files_, descriptor, as);
}

void SpawnSetup::open_file(const std::string& path, int flags, int as) {
  posix_spawn_file_actions_addopen(&files_, as, path.c_str(), flags, 0600);
}

void SpawnSetup::reset_signals(std::initializer_list<int> signals) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  posix_spawnattr_setsigdefault(&attributes_, &set);
  add_flag(POSIX_SPAWN_SETSIGDEF);
}

void SpawnSetup::set_own_process_group() { add_flag(POSIX_SPAWN_SETPGROUP); }

void SpawnSetup::add_flag(short flag) {
  short flags = 0;
  posix_spawnattr_getflags(&attributes_, &flags);
  posix_spawnattr_setflags(&attributes_, static_cast<short>(flags | flag));
}

pid_t SpawnSetup::start(std::vector<std::string> arguments,
                        std::vector<std::string> environment) const {
  return start_child([&] {
    pid_t child = -1;
    const int error = posix_spawn(&child, arguments[0].c_str(), &files_, &attributes_,
                                  pointers(arguments).data(), pointers(environment).data());
    if (error != 0) {
      throw std::system_error(error, std::generic_category(), "cannot start " + arguments[0]);
    }
    return child;
  });
}

std::vector<std::string> own_environment() {
  if (getauxval(AT_SECURE) != 0) return {"PATH=/usr/local/bin:/usr/bin:/bin"};
  std::vector<std::string> environment;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    environment.emplace_back(*variable);
  }
  return environment;
}

}  // namespace duet
