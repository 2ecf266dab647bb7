#include "header_pool.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

namespace duet {

namespace {

/// Processes use few lists. The pool keeps the last ones.
constexpr std::size_t most_lists = 16;

struct HeaderPool {
  std::mutex mutex{};
  std::vector<Headers> lists{};  ///< the last one used is the last
};

}  // namespace

void share(Headers& headers) {
  if (headers.empty()) return;
  static HeaderPool& pool = *new HeaderPool;
  const std::lock_guard lock(pool.mutex);
  const auto known = std::ranges::find(pool.lists, headers);
  if (known != pool.lists.end()) {
    headers = *known;
    std::rotate(known, known + 1, pool.lists.end());
    return;
  }
  if (pool.lists.size() == most_lists) pool.lists.erase(pool.lists.begin());
  pool.lists.push_back(headers);
}

}  // namespace duet
