#include "options.hpp"

#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

namespace duet::cache {

namespace {

namespace fs = std::filesystem;

std::string value_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? std::string() : value;
}

fs::path default_directory() {
  if (const std::string chosen = value_of("DUET_CACHE_DIR"); !chosen.empty()) {
    fs::path path(chosen);
    std::error_code error;
    if (path.is_relative()) path = fs::absolute(chosen, error);
    return error ? fs::path(chosen) : path;
  }
  // The variable counts only if it is absolute, says the XDG base directory specification.
  if (const fs::path base = value_of("XDG_CACHE_HOME"); base.is_absolute()) return base / "duet";
  if (const fs::path home = value_of("HOME"); home.is_absolute()) return home / ".cache" / "duet";
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

CacheOptions options_of_environment() {
  CacheOptions options{.directory = default_directory()};
  const std::string mode = value_of("DUET_CACHE");
  if (mode == "off") {
    options.mode = CacheMode::off;
  } else if (mode == "read") {
    options.mode = CacheMode::read;
  } else if (!mode.empty() && mode != "on") {
    warn(options, "DUET_CACHE is '" + mode + "', not off, read or on; it counts as on");
  }
  if (const std::string text = value_of("DUET_CACHE_MAX_SIZE"); !text.empty()) {
    if (const std::optional<std::uint64_t> bytes = parse_size(text)) {
      options.max_bytes = *bytes;
    } else {
      warn(options, "DUET_CACHE_MAX_SIZE is '" + text +
                        "', not a number of bytes with an optional K, M or G; it is not heeded");
    }
  }
  return options;
}

void warn(const CacheOptions& options, std::string_view text) noexcept {
  try {
    if (options.warn) {
      options.warn(text);
      return;
    }
    static std::atomic<bool> printed{false};
    if (!printed.exchange(true)) {
      std::fprintf(stderr, "duet: %.*s\n", static_cast<int>(text.size()), text.data());
    }
  } catch (...) {
    // What a callback throws must not make a kernel fail.
  }
}

}  // namespace duet::cache
