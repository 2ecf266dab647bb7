#include "die.hpp"

#include <cstdio>
#include <cstdlib>

namespace hip_on_cuda {

void die(const std::string& why) {
  std::fprintf(stderr, "hip_on_cuda: %s\n", why.c_str());
  std::abort();
}

}  // namespace hip_on_cuda
