#include "log.hpp"

#include <atomic>
#include <cstdio>
#include <mutex>
#include <set>
#include <string>

#include "environment.hpp"
#include "hook.hpp"

namespace duet {

namespace {

// Never destroyed: destructors of static objects may log.
Hook<LogLevel, std::string_view>& log_hook() {
  static auto& hook = *new Hook<LogLevel, std::string_view>;
  return hook;
}

/// The default handler. Prints each text once, and a bounded number of texts.
void print_once(LogLevel level, std::string_view text) {
  constexpr std::size_t most_texts = 200;
  static std::mutex& mutex = *new std::mutex;
  static auto& printed = *new std::set<std::string, std::less<>>;
  const std::lock_guard lock(mutex);
  if (printed.size() > most_texts || printed.contains(text)) return;
  printed.emplace(text);
  std::fprintf(stderr, "duet: %s: %.*s\n", name_of(level), static_cast<int>(text.size()),
               text.data());
  if (printed.size() > most_texts) {
    std::fprintf(stderr, "duet: no further messages are printed; set_log_handler gets them all\n");
  }
}

constinit std::atomic<LogLevel> level_limit{LogLevel::warning};
constinit std::atomic<bool> is_level_set{false};

LogLevel level_from_environment() {
  const std::string text = environment_value("DUET_LOG");
  if (text.empty()) return LogLevel::warning;
  for (const LogLevel level : {LogLevel::off, LogLevel::error, LogLevel::warning, LogLevel::info}) {
    if (text == name_of(level)) return level;
  }
  print_once(LogLevel::warning, "the environment variable DUET_LOG is '" + text +
                                    "', but must be off, error, warning or info; it is ignored");
  return LogLevel::warning;
}

}  // namespace

const char* name_of(LogLevel level) noexcept {
  switch (level) {
    case LogLevel::off: return "off";
    case LogLevel::error: return "error";
    case LogLevel::warning: return "warning";
    case LogLevel::info: return "info";
  }
  return "unknown";
}

void set_log_handler(LogHandler handler) { log_hook().set(std::move(handler)); }

void set_log_level(LogLevel most) noexcept {
  level_limit = most;
  is_level_set = true;
}

LogLevel log_level() noexcept {
  if (!is_level_set.load(std::memory_order_relaxed)) [[unlikely]] {
    static const LogLevel initial = level_from_environment();
    if (!is_level_set.load()) return initial;
  }
  return level_limit.load(std::memory_order_relaxed);
}

void log_text(LogLevel level, std::string_view text) noexcept {
  if (level == LogLevel::off || !is_logged(level)) return;
  if (log_hook().call(level, text)) return;
  try {
    print_once(level, text);
  } catch (...) {
    // Not enough memory to remember the text.
  }
}

}  // namespace duet
