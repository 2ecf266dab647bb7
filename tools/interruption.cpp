#include "interruption.hpp"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include <duet/compile.hpp>

namespace duet::tool {

namespace {

/// A broken pipe is a signal to the thread that writes. This one tells the thread that waits.
int broken_pipe_message() noexcept { return SIGRTMIN; }

void pass_on_broken_pipe(int) {
  (void)kill(getpid(), broken_pipe_message());
  for (;;) (void)pause();  // the other thread ends the process
}

/// @param signals  blocked in all threads
void wait_and_end(sigset_t signals) {
  int number = 0;
  if (sigwait(&signals, &number) != 0) return;
  if (number == broken_pipe_message()) {
    number = SIGPIPE;
    sigaddset(&signals, SIGPIPE);
  }
  abandon_compilations();
  (void)signal(number, SIG_DFL);
  (void)pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  (void)raise(number);
}

bool is_ignored(int signal) noexcept {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void end_cleanly_on_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(number)) sigaddset(&signals, number);
  }
  sigaddset(&signals, broken_pipe_message());
  if (pthread_sigmask(SIG_BLOCK, &signals, nullptr) != 0) return;
  std::thread(wait_and_end, signals).detach();
  if (!is_ignored(SIGPIPE)) (void)signal(SIGPIPE, pass_on_broken_pipe);
}

}  // namespace duet::tool
