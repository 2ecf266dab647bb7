#include "warning.hpp"

#include <cstdio>
#include <mutex>
#include <set>
#include <string>

namespace duet {

void warn(std::string_view text) noexcept try {
  constexpr std::size_t max_texts = 32;
  static std::mutex mutex;
  static std::set<std::string, std::less<>>& reported = *new std::set<std::string, std::less<>>;
  const std::lock_guard lock(mutex);
  if (reported.size() >= max_texts || !reported.emplace(text).second) return;
  std::fprintf(stderr, "duet: warning: %.*s\n", static_cast<int>(text.size()), text.data());
} catch (...) {
  // Without memory, nothing is reported.
}

}  // namespace duet
