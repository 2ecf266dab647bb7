#include "options.hpp"

#include <charconv>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "base/environment.hpp"
#include "base/log.hpp"

namespace duet::cache {

namespace {

namespace fs = std::filesystem;

std::string default_directory() {
  if (std::string chosen = environment_value("DUET_CACHE_DIR"); !chosen.empty()) {
    if (chosen.starts_with('/')) return chosen;
    std::error_code error;
    const fs::path path = fs::absolute(chosen, error);
    return error ? chosen : path.string();
  }
  // The XDG base directory specification: relative paths are ignored.
  if (const std::string base = environment_value("XDG_CACHE_HOME"); base.starts_with('/')) {
    return base + "/duet";
  }
  if (const std::string home = environment_value("HOME"); home.starts_with('/')) {
    return home + "/.cache/duet";
  }
  return {};
}

std::optional<std::uint64_t> parse_size(const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc()) return std::nullopt;
  const std::string unit(rest, end);
  unsigned shift = 0;
  if (unit == "K") shift = 10;
  if (unit == "M") shift = 20;
  if (unit == "G") shift = 30;
  if (!unit.empty() && shift == 0) return std::nullopt;
  return number > UINT64_MAX >> shift ? UINT64_MAX : number << shift;
}

}  // namespace

StoreOptions StoreOptions::from(CacheOptions options) {
  return {.mode = options.mode,
          .directory = options.directory.string(),
          .max_bytes = options.max_bytes,
          .wait = options.wait,
          .warn = std::move(options.warn)};
}

CacheOptions StoreOptions::to_cache_options() const {
  return {.mode = mode, .directory = directory, .max_bytes = max_bytes, .wait = wait, .warn = warn};
}

StoreOptions StoreOptions::from_environment() {
  StoreOptions options{.directory = default_directory()};
  const std::string mode = environment_value("DUET_CACHE");
  if (mode == "off") {
    options.mode = CacheMode::off;
  } else if (mode == "read") {
    options.mode = CacheMode::read;
  } else if (!mode.empty() && mode != "on") {
    cache::warn(options,
                "DUET_CACHE is '" + mode + "', but must be off, read or on; the cache is on");
  }
  if (const std::string text = environment_value("DUET_CACHE_MAX_SIZE"); !text.empty()) {
    if (const std::optional<std::uint64_t> bytes = parse_size(text)) {
      options.max_bytes = *bytes;
    } else {
      cache::warn(options,
                  "DUET_CACHE_MAX_SIZE is '" + text +
                      "', but must be a number of bytes with an optional K, M or G; it is ignored");
    }
  }
  return options;
}

void warn(const StoreOptions& options, std::string_view text) noexcept {
  try {
    if (options.warn) {
      options.warn(text);
      return;
    }
    log_text(LogLevel::warning, text);
  } catch (...) {
    // An exception of the callback must not make a kernel fail.
  }
}

}  // namespace duet::cache
