#pragma once

#include <cstdio>
#include <cstdlib>

namespace duet::test {

/// Appends a line to the file $DUET_TEST_RANGES. The test profilers log profiling ranges with it.
inline void log_range(const char* what, const char* name = "") {
  const char* const path = std::getenv("DUET_TEST_RANGES");
  std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "a");
  if (file == nullptr) return;
  std::fprintf(file, "%s%s\n", what, name);
  (void)std::fclose(file);
}

}  // namespace duet::test
