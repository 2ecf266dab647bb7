#include "child_program.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <string_view>
#include <utility>

#include "sanitizer/sanitizer_fiber.hpp"
#include "system/child_processes.hpp"
#include "system/spawn_setup.hpp"

namespace duet::cpu {

namespace {

pid_t start(const std::vector<std::string>& arguments, const std::string& output, int input) {
  SpawnSetup setup;
  if (input < 0) {
    setup.open_file("/dev/null", O_RDONLY, STDIN_FILENO);
  } else {
    setup.pass_descriptor(input, STDIN_FILENO);
  }
  setup.open_file(output, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, STDOUT_FILENO);
  setup.pass_descriptor(STDOUT_FILENO, STDERR_FILENO);
  setup.reset_signals({SIGCHLD, SIGPIPE, SIGINT, SIGTERM});  // compilers rely on their defaults
  return setup.start(arguments, child_environment());
}

/// What compilers need; they crash with less.
constexpr rlim_t usual_stack = rlim_t{8} << 20;
constexpr rlim_t small_stack = rlim_t{1} << 20;

/// Explains a crash if programs have less stack than compilers need.
std::string small_stack_text() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= small_stack) return {};
  return "; programs may use " + std::to_string(limit.rlim_cur / 1024) +
         " KiB of stack only, which is less than compilers need: raise the limit (ulimit -s " +
         std::to_string(usual_stack / 1024) + ")";
}

}  // namespace

std::vector<std::string> child_environment() {
  const bool has_sanitizer = SanitizerFiber::is_needed();
  std::vector<std::string> environment = own_environment();
  std::erase_if(environment, [has_sanitizer](std::string_view variable) {
    return variable.starts_with("LC_ALL=") ||
           (has_sanitizer && variable.starts_with("LD_PRELOAD="));
  });
  environment.emplace_back("LC_ALL=C");  // compiler_log.cpp parses messages
  return environment;
}

std::string ProgramEnd::text() const {
  if (kind_ != signal) return "ended with status " + std::to_string(number_);
  return "was ended by signal " + std::to_string(number_) + " (" + strsignal(number_) + ")" +
         (number_ == SIGSEGV ? small_stack_text() : "");
}

ChildProgram::ChildProgram(const std::vector<std::string>& arguments, const std::string& output,
                           int input)
    : id_(start(arguments, output, input)) {}

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
  // If the exit status is lost, the output files tell the rest.
  if (!wait_for_child(child, status)) return ProgramEnd(ProgramEnd::success);
  if (!WIFEXITED(status)) return ProgramEnd(ProgramEnd::signal, WTERMSIG(status));
  if (WEXITSTATUS(status) == 0) return ProgramEnd(ProgramEnd::success);
  return ProgramEnd(ProgramEnd::failure, WEXITSTATUS(status));
}

}  // namespace duet::cpu
