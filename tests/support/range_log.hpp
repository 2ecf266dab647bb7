#pragma once

#include <cstdio>
#include <cstdlib>

namespace duet::test {

/// Adds a line to the file in $DUET_TEST_RANGES, for profilers that are loaded into a test.
inline void log_range(const char* what, const char* name = "") {
  const char* const path = std::getenv("DUET_TEST_RANGES");
  std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "a");
  if (file == nullptr) return;
  std::fprintf(file, "%s%s\n", what, name);
  (void)std::fclose(file);
}

}  // namespace duet::test
