#include "redirected_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace duet::tool {

RedirectedOutput::RedirectedOutput(bool is_active) noexcept {
  if (!is_active) return;
  (void)std::fflush(stdout);
  original_ = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  if (original_ >= 0) (void)dup2(STDERR_FILENO, STDOUT_FILENO);
}

RedirectedOutput::~RedirectedOutput() {
  if (original_ < 0) return;
  (void)std::fflush(stdout);
  (void)dup2(original_, STDOUT_FILENO);
  close(original_);
}

}  // namespace duet::tool
