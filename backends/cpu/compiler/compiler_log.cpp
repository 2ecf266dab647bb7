#include "compiler_log.hpp"

#include <fmt/format.h>

#include "cpu/compiler/source/program_text.hpp"
#include "program/compiler_messages.hpp"

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

constexpr std::string_view kernel_rule = "a kernel is a __global__ function";

/// The first line of a message about the generated text of a kernel, which has an unknown line.
std::string without_quotation(const CompilerMessage& message) {
  std::string_view text = message.text;
  // What the compiler adds to the static_assert of program_text.cpp differs between compilers.
  const std::size_t rule = text.find(kernel_rule);
  if (rule != std::string_view::npos) {
    text = text.substr(rule, text.find('"', rule) - rule);
  } else if (text.find("duet_cpu") != std::string_view::npos) {
    return {};
  }
  return fmt::format("{}: {}: {}\n", message.file, message.severity, text);
}

/// Removes what refers to generated text and to the prelude.
/// @param program  the name of the source, whose end is where some errors are noticed
std::string without_generated(const std::string& log, std::string_view program) {
  std::string kept;
  bool dropping = false;
  for (const CompilerMessage& message : compiler_messages(log)) {
    const bool is_note = message.severity == "note";
    if (!is_note) dropping = message.file == entries_place;
    if (dropping || (is_note && message.file.starts_with(prelude_place))) continue;
    if (message.file == inclusion_place && message.is_error()) {
      kept += fmt::format("{}: {}: {} at the end of the file\n", program, message.severity,
                          message.text);
    }
    if (message.file == entries_place || message.file == inclusion_place) continue;
    if (message.file.starts_with(kernel_place)) {
      kept += without_quotation(message);
    } else if (!message.whole.ends_with(" generated.\n")) {
      kept += message.whole;
    }
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
  std::string kept = without_generated(log, program);
  for (const char* scope : {"::duet_cpu::", "duet_cpu::"}) replace_all(kept, scope, "");
  return kept;
}

}  // namespace duet::cpu
