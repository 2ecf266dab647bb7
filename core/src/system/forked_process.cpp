#include "forked_process.hpp"

#include <pthread.h>

namespace duet {

constinit bool detail::forked_copy = false;

void watch_forks() noexcept {
  [[maybe_unused]] static const int registered =
      pthread_atfork(nullptr, nullptr, [] { detail::forked_copy = true; });
}

}  // namespace duet
