#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <duet/cache.hpp>

namespace duet::cache {

/// CacheOptions with the path as a string: the first std::filesystem::path of a process costs as
/// much time as reading a kernel.
struct StoreOptions {
  CacheMode mode = CacheMode::on;
  std::string directory{};
  std::uint64_t max_bytes = CacheOptions::default_max_bytes;
  std::chrono::milliseconds wait = CacheOptions::default_wait;
  std::function<void(std::string_view)> warn{};

  static StoreOptions from(CacheOptions options);
  /// Reads the environment variables. Invalid values are reported and ignored.
  static StoreOptions from_environment();

  CacheOptions to_cache_options() const;
};

/// Passes a text to the options' callback. Without a callback, prints the first text of the
/// process.
void warn(const StoreOptions& options, std::string_view text) noexcept;

}  // namespace duet::cache
