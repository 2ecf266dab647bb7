#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include <duet/log.hpp>

#include <fmt/format.h>

namespace duet {

/// Whether messages of a level are passed to the handler.
inline bool is_logged(LogLevel level) noexcept { return level <= log_level(); }

/// Passes a message to the handler unless its level is off. Never throws; safe in destructors.
void log_text(LogLevel level, std::string_view text) noexcept;

/// Formats a message and logs it: log(LogLevel::warning, "{} is not a number", text).
template <typename... Values>
void log(LogLevel level, fmt::format_string<Values...> format, Values&&... values) noexcept {
  if (!is_logged(level)) return;
  try {
    log_text(level, fmt::format(format, std::forward<Values>(values)...));
  } catch (...) {
    // Not enough memory for the message.
  }
}

/// The text of an exception, for messages about exceptions that go no further.
inline std::string exception_text(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception that is no std::exception";
  }
}

}  // namespace duet
