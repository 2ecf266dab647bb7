#include "child_program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include "watched_flow.hpp"

namespace duet::cpu {

namespace {

/// What posix_spawn needs; none of its calls fails other than by lack of memory.
class SpawnSetup {
 public:
  SpawnSetup(const std::string& output, int input) {
    posix_spawn_file_actions_init(&files_);
    if (input < 0) {
      posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    } else {
      posix_spawn_file_actions_adddup2(&files_, input, STDIN_FILENO);
    }
    posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, output.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&files_, STDOUT_FILENO, STDERR_FILENO);
    // The caller's thread may have blocked or ignored signals that the compiler relies on.
    posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigemptyset(&none);
    sigset_t standard = none;
    for (const int signal : {SIGCHLD, SIGPIPE, SIGINT, SIGTERM}) sigaddset(&standard, signal);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &standard);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }

  pid_t start(std::vector<std::string> arguments) const {
    std::vector<std::string> environment = child_environment();
    pid_t child = 0;
    const int error = posix_spawn(&child, arguments[0].c_str(), &files_, &attributes_,
                                  pointers(arguments).data(), pointers(environment).data());
    if (error != 0) {
      throw std::system_error(error, std::generic_category(), "cannot start " + arguments[0]);
    }
    return child;
  }

 private:
  /// As C takes a list of texts.
  static std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
  }

  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

}  // namespace

std::vector<std::string> child_environment() {
  std::vector<std::string> environment{"LC_ALL=C"};  // messages are searched for file names
  const bool watched = WatchedFlow::is_needed();
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const bool is_other =
        text.starts_with("LC_ALL=") || (watched && text.starts_with("LD_PRELOAD="));
    if (!is_other) environment.emplace_back(text);
  }
  return environment;
}

ChildProgram::ChildProgram(const std::vector<std::string>& arguments, const std::string& output,
                           int input)
    : id_(SpawnSetup(output, input).start(arguments)) {}

ChildProgram::ChildProgram(ChildProgram&& other) noexcept : id_(std::exchange(other.id_, -1)) {}

ChildProgram::~ChildProgram() {
  if (id_ < 0) return;
  (void)kill(id_, SIGKILL);
  (void)wait();
}

bool ChildProgram::is_running() noexcept {
  siginfo_t state{};
  return waitid(P_PID, static_cast<id_t>(id_), &state, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         state.si_pid == 0;
}

ProgramEnd ChildProgram::wait() noexcept {
  const pid_t child = std::exchange(id_, -1);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    // A program that ignores SIGCHLD leaves nothing to wait for; what was written tells the rest.
    if (errno != EINTR) return ProgramEnd::success;
  }
  if (!WIFEXITED(status)) return ProgramEnd::signal;
  return WEXITSTATUS(status) == 0 ? ProgramEnd::success : ProgramEnd::failure;
}

}  // namespace duet::cpu
