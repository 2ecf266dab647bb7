#include "compiler_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cpu/compiler/source/program_text.hpp"

namespace duet::cpu {

namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

/// Makes include prefix and source appear as one main file.
void join_program(std::string& log, std::string_view program) {
  // g++ ends a list of includes with this line, clang begins one.
  replace_all(log, fmt::format(",\n                 from {}:1:\n", inclusion_place), ":\n");
  replace_all(log, fmt::format("In file included from {}:1:\n", inclusion_place), "");
  replace_all(log, fmt::format("{}:", prefix_place), fmt::format("{}:", program));
}

bool is_about_entries(std::string_view line) {
  return line.starts_with(entries_place) && line.substr(entries_place.size()).starts_with(':');
}

/// Whether a line begins a message, rather than a note or a quotation of the message before.
bool begins_message(std::string_view line) {
  constexpr std::array<std::string_view, 3> severities{
      ": error: ", ": warning: ", ": fatal error: "};
  return line.starts_with("In file included from ") ||
         std::ranges::any_of(severities, [&](std::string_view severity) {
           return line.find(severity) != std::string_view::npos;
         });
}

/// "2 errors generated."
bool is_count(std::string_view line) { return line.ends_with(" generated.\n"); }

std::string without_entries(const std::string& log) {
  std::string kept;
  bool dropping = false;
  for (std::size_t begin = 0; begin < log.size();) {
    const std::size_t end = std::min(log.find('\n', begin), log.size() - 1) + 1;
    const std::string_view line = std::string_view(log).substr(begin, end - begin);
    if (begins_message(line) || is_about_entries(line)) dropping = is_about_entries(line);
    if (!dropping && !is_count(line)) kept += line;
    begin = end;
  }
  return kept;
}

}  // namespace

std::string tidy_log(std::string log, std::string_view program, std::string_view folder,
                     std::string_view headers) {
  replace_all(log, std::string(headers) + "/", "");
  replace_all(log, std::string(folder) + "/", "");
  for (const char* trace : {"DUET_CPU_HIDDEN_ONLY", "DUET_CPU_HIDDEN "}) {
    replace_all(log, trace, "");
  }
  join_program(log, program);
  std::string kept = without_entries(log);
  return kept.empty() ? log : kept;
}

}  // namespace duet::cpu
