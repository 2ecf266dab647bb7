#include "hiprtc_log.hpp"

#include <algorithm>
#include <regex>
#include <sstream>

namespace hip_on_cuda {
namespace {

constexpr std::string_view indent = "  ";  // before the source lines in NVRTC's log

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

/// The column of the caret below a diagnostic; 1 without a caret.
std::size_t column_after(const std::vector<std::string>& lines, std::size_t place) {
  for (std::size_t i = place + 1; i < lines.size() && i <= place + 3; ++i) {
    const std::size_t caret = lines[i].find_first_not_of(" \t");
    if (caret != std::string::npos && lines[i].substr(caret) == "^") {
      return caret < indent.size() ? 1 : caret - indent.size() + 1;
    }
  }
  return 1;
}

/// The position as hiprtc writes it: "file:line:column: ".
std::string place(const std::string& file, int line, std::size_t column,
                  const LogContext& context) {
  std::string path = file;
  if (file == "__nv_name_map") {
    // NVRTC puts the name expressions into this file; hiprtc appends them to the source.
    path = source_path(context.folder);
    line += context.source_lines;
  } else if (std::ranges::find(context.headers, file) != context.headers.end()) {
    path = context.folder + "/include/" + file;
  }
  return path + ":" + std::to_string(line) + ":" + std::to_string(column) + ": ";
}

std::string severity(const std::string& nvrtc) {
  if (nvrtc.starts_with("catastrophic")) return "fatal error: ";
  if (nvrtc.starts_with("warning")) return "warning: ";
  if (nvrtc.starts_with("remark")) return "warning: ";  // clang reports #pragma message so
  return "error: ";
}

}  // namespace

std::string source_path(const std::string& folder) { return folder + "/input/CompileSource"; }

std::string translate_log(std::string_view log, const LogContext& context) {
  static const std::regex diagnostic(
      R"(([^\s(][^(]*)\((\d+)\): (catastrophic error|error|warning|remark)(?: #\d+-D)?: (.*))");
  static const std::regex summary(R"((\d+) (?:catastrophic )?(errors?) detected in the .*)");
  const std::vector<std::string> lines = lines_of(log);
  std::string result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::smatch match;
    if (std::regex_match(lines[i], match, diagnostic)) {
      result += place(match[1], std::stoi(match[2]), column_after(lines, i), context) +
                severity(match[3]) + match[4].str();
    } else if (std::regex_match(lines[i], match, summary)) {
      result += match[1].str() + " " + match[2].str() + " generated when compiling for " +
                std::string(context.processor) + ".";
    } else if (lines[i].empty() || lines[i].starts_with("Compilation terminated") ||
               lines[i].starts_with("Remark: ")) {
      continue;
    } else if (lines[i].starts_with(indent)) {
      result += lines[i].substr(indent.size());
    } else {
      result += lines[i];
    }
    result += "\n";
  }
  return result;
}

}  // namespace hip_on_cuda
