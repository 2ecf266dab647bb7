#pragma once

namespace duet::vendor {

__device__ inline void fail_assertion(const char* text, const char* file, int line) {
  printf("%s:%d: assertion failed: %s\n", file, line, text);
  __builtin_trap();
}

}  // namespace duet::vendor
