#include "child.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

namespace duet::soak {

bool runs_well(Progress& progress, const std::function<void()>& work) {
  progress.text[0] = '\0';
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    try {
      work();
      std::exit(0);
    } catch (const std::exception& error) {
      std::strncpy(progress.text, error.what(), sizeof(progress.text) - 1);
      _exit(1);
    }
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return false;
  if (WIFSIGNALED(status)) {
    std::snprintf(progress.text, sizeof(progress.text), "%s",
                  WTERMSIG(status) == SIGALRM ? "it hangs" : strsignal(WTERMSIG(status)));
  }
  return status == 0;
}

void run_with_limit(const Program& program) {
  constexpr unsigned longest = 60;  // seconds
  alarm(longest);
  run(program);
  alarm(0);
}

}  // namespace duet::soak
