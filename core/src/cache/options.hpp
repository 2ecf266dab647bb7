#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <duet/cache.hpp>

namespace duet::cache {

/// CacheOptions for the store, which needs no more of a path than its text: the first path that a
/// process makes takes as long as to read a kernel.
struct StoreOptions {
  CacheMode mode = CacheMode::on;
  std::string directory{};
  std::uint64_t max_bytes = CacheOptions::default_max_bytes;
  std::chrono::milliseconds wait = CacheOptions::default_wait;
  std::function<void(std::string_view)> warn{};

  static StoreOptions of(CacheOptions options);
  /// What the environment asks for. What it asks for wrongly is passed to `warn`.
  static StoreOptions of_environment();

  CacheOptions for_users() const;
};

/// Passes a text to the options' callback; without one, prints it the first time.
void warn(const StoreOptions& options, std::string_view text) noexcept;

}  // namespace duet::cache
