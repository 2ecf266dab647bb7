#include "standard_error_capture.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

namespace duet {

StandardErrorCapture::StandardErrorCapture() noexcept {
  (void)std::fflush(stderr);
  memory_ = memfd_create("duet_standard_error", MFD_CLOEXEC);
  if (memory_ < 0) return;
  original_ = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (original_ >= 0) (void)dup2(memory_, STDERR_FILENO);
}

void StandardErrorCapture::restore() noexcept {
  if (original_ >= 0) {
    (void)std::fflush(stderr);
    (void)dup2(original_, STDERR_FILENO);
    (void)close(std::exchange(original_, -1));
  }
  if (memory_ >= 0) (void)close(std::exchange(memory_, -1));
}

std::string StandardErrorCapture::take() {
  std::string text;
  if (original_ >= 0) {
    (void)std::fflush(stderr);
    const off_t bytes = lseek(memory_, 0, SEEK_END);
    if (bytes > 0) {
      text.resize(static_cast<std::size_t>(bytes));
      const ssize_t count = pread(memory_, text.data(), text.size(), 0);
      text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
  }
  restore();
  return text;
}

}  // namespace duet
