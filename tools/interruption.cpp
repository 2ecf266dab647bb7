#include "interruption.hpp"

#include <pthread.h>

#include <csignal>
#include <thread>

#include <duet/compile.hpp>

namespace duet::tool {

namespace {

/// @param signals  blocked in all threads
void wait_and_end(sigset_t signals) {
  int number = 0;
  if (sigwait(&signals, &number) != 0) return;
  abandon_compilations();
  (void)signal(number, SIG_DFL);
  (void)pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  (void)raise(number);
}

}  // namespace

void end_cleanly_on_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    const bool is_ignored =
        sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
    if (!is_ignored) sigaddset(&signals, number);
  }
  if (pthread_sigmask(SIG_BLOCK, &signals, nullptr) == 0) {
    std::thread(wait_and_end, signals).detach();
  }
}

}  // namespace duet::tool
