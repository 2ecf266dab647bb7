#include "options.hpp"

#include <filesystem>
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
  } else if (!base.empty()) {
    log(LogLevel::warning,
        "the environment variable XDG_CACHE_HOME is '{}', but must be an absolute path; it is "
        "ignored",
        base);
  }
  if (const std::string home = environment_value("HOME"); home.starts_with('/')) {
    return home + "/.cache/duet";
  }
  return {};
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
  const std::string_view mode = accepted_value("DUET_CACHE");
  if (mode == "off") options.mode = CacheMode::off;
  if (mode == "read") options.mode = CacheMode::read;
  (void)parse_bytes(accepted_value("DUET_CACHE_MAX_SIZE"), options.max_bytes);
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

namespace duet {

const char* name_of(CacheMode mode) noexcept {
  switch (mode) {
    case CacheMode::off: return "off";
    case CacheMode::read: return "read";
    case CacheMode::on: return "on";
  }
  return "unknown";
}

}  // namespace duet
