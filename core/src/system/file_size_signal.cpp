#include "file_size_signal.hpp"

#include <pthread.h>

#include <ctime>

namespace duet {

namespace {

sigset_t file_size_signal() noexcept {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGXFSZ);
  return set;
}

}  // namespace

FileSizeSignalBlock::FileSizeSignalBlock() noexcept {
  const sigset_t set = file_size_signal();
  is_active_ = pthread_sigmask(SIG_BLOCK, &set, &before_) == 0 &&
               sigismember(&before_, SIGXFSZ) == 0;  // else the program has blocked it
}

FileSizeSignalBlock::~FileSizeSignalBlock() {
  if (!is_active_) return;
  const sigset_t set = file_size_signal();
  const timespec no_time{};
  while (sigtimedwait(&set, nullptr, &no_time) > 0) {
  }
  (void)pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace duet
