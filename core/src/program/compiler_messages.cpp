#include "compiler_messages.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace duet {

namespace {

constexpr std::array<std::string_view, 5> severities{"fatal error", "error", "warning", "note",
                                                     "remark"};

/// Reads "FILE:LINE:COLUMN", "FILE:LINE" or "FILE(LINE)".
void read_place(std::string_view place, CompilerMessage& message) {
  const auto number_after = [&](std::size_t at) {
    std::size_t number = 0;
    const char* end = place.data() + place.size();
    const auto parsed = std::from_chars(place.data() + at + 1, end, number);
    if (parsed.ec != std::errc()) return false;
    const std::string_view rest(parsed.ptr, static_cast<std::size_t>(end - parsed.ptr));
    if (!rest.empty() && rest.front() != ':' && rest != ")") return false;
    message.line = number;
    message.file = place.substr(0, at);
    return true;
  };
  for (std::size_t at = 1; at < place.size(); ++at) {
    if ((place[at] == ':' || place[at] == '(') && number_after(at)) return;
  }
  message.file = place;
}

/// Reads the place, the severity and the text of a line; nothing if it does not begin a message.
std::optional<CompilerMessage> read_head(std::string_view line) {
  if (line.starts_with(' ') || line.starts_with("In file included from")) return std::nullopt;
  std::optional<CompilerMessage> found;
  std::size_t first = std::string_view::npos;
  for (const std::string_view severity : severities) {
    std::size_t at = line.find(severity);
    if (at != 0) {
      at = line.find(fmt::format(": {}", severity));
      if (at != std::string_view::npos) at += 2;
    }
    if (at == std::string_view::npos || at >= first) continue;
    std::string_view rest = line.substr(at + severity.size());
    if (severity == "error" && rest.starts_with("s ")) continue;  // a count
    // NVRTC puts a number before the colon: "warning #177-D: …".
    const std::size_t colon = rest.find(':');
    if (colon == std::string_view::npos || (colon != 0 && !rest.starts_with(" #"))) continue;
    rest.remove_prefix(std::min(colon + 2, rest.size()));
    first = at;
    found = CompilerMessage{.severity = severity, .text = rest};
    if (at >= 2) read_place(line.substr(0, at - 2), *found);
  }
  return found;
}

/// Whether a line belongs to the message after it.
bool is_introduction(std::string_view line) {
  return line.starts_with("In file included from") || line.starts_with("                 from ") ||
         line.find(": In ") != std::string_view::npos ||
         line.find(": At global scope:") != std::string_view::npos;
}

/// "2 errors generated when compiling for gfx1036."
bool is_count(std::string_view line) {
  if (line.empty() || line.front() < '0' || line.front() > '9') return false;
  return line.find(" generated") != std::string_view::npos ||
         line.find(" detected in") != std::string_view::npos;
}

}  // namespace

std::vector<CompilerMessage> compiler_messages(std::string_view log) {
  std::vector<CompilerMessage> messages;
  std::size_t begin = 0;         // of the present message
  std::size_t introduction = 0;  // of the lines before the next message
  bool introduces = false;
  CompilerMessage present;
  const auto finish = [&](std::size_t end) {
    present.whole = log.substr(begin, end - begin);
    if (!present.whole.empty()) messages.push_back(present);
    begin = end;
    present = {};
  };
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t end = std::min(log.find('\n', at), log.size() - 1) + 1;
    std::string_view line = log.substr(at, end - at);
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (const auto head = read_head(line)) {
      finish(introduces ? introduction : at);
      present = *head;
      introduces = false;
    } else if (is_count(line)) {
      finish(introduces ? introduction : at);
      introduces = false;
    } else if (is_introduction(line) && !introduces) {
      introduction = at;
      introduces = true;
    }
    at = end;
  }
  finish(log.size());
  return messages;
}

std::string first_errors(std::string_view log) {
  constexpr std::size_t most_errors = 20;
  std::size_t errors = 0;
  std::size_t length = log.size();
  for (const CompilerMessage& message : compiler_messages(log)) {
    if (!message.is_error()) continue;
    const auto begin = static_cast<std::size_t>(message.whole.data() - log.data());
    if (++errors == most_errors + 1) length = begin;
  }
  std::string text(log.substr(0, length));
  if (errors > most_errors) text += fmt::format("and {} more errors\n", errors - most_errors);
  return text;
}

std::string without_warnings(std::string_view log) {
  const std::vector<CompilerMessage> messages = compiler_messages(log);
  if (std::ranges::none_of(messages, &CompilerMessage::is_error)) return std::string(log);
  std::string text;
  bool is_of_warning = false;
  for (const CompilerMessage& message : messages) {
    // Notes belong to the message before them.
    if (message.severity != "note") is_of_warning = message.severity == "warning";
    if (!is_of_warning) text += message.whole;
  }
  return text;
}

SortedMessages sort_messages(std::string_view log) {
  SortedMessages sorted;
  for (const CompilerMessage& message : compiler_messages(log)) {
    if (message.file != name_expression_file) {
      sorted.has_source_errors |= message.is_error();
      if (!is_count(message.whole)) sorted.source += message.whole;
    } else if (message.is_error()) {
      const std::string_view text =
          message.text.substr(0, message.text.find(" Input name expression was"));
      if (std::ranges::find(sorted.expressions, text) == sorted.expressions.end()) {
        sorted.expressions.emplace_back(text);
      }
    } else if (message.text.starts_with("in instantiation of")) {
      sorted.source += fmt::format("note: {}\n", message.text);
    }
  }
  while (sorted.source.ends_with('\n')) sorted.source.pop_back();
  return sorted;
}

}  // namespace duet
