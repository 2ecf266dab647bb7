#include "manual.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "usage/declared.hpp"

namespace duet::tool {
namespace {

/// Text that roff shows unchanged.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

std::string page_name(const DeclaredCommand& command) {
  std::string name = command.path;
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string synopsis(const DeclaredCommand& command) {
  std::string text = bold(command.path) + " [" + italic("OPTIONS") + "]";
  for (const DeclaredOption& option : command.options) {
    if (!option.is_positional) continue;
    const std::string name = italic(option.names.front()) + (option.is_list ? "..." : "");
    text += option.is_required ? " " + name : " [" + name + "]";
  }
  return text + (command.commands.empty() ? "\n" : " " + italic("COMMAND") + "\n");
}

std::string option_text(const DeclaredOption& option) {
  std::string names;
  for (const std::string& name : option.names) {
    if (!names.empty()) names += ", ";
    names += option.is_positional ? italic(name) : bold(name);
  }
  if (option.takes_value && !option.is_positional) names += " " + italic("VALUE");
  std::string choices;
  for (const std::string& choice : option.choices)
    choices += (choices.empty() ? " Values: " : ", ") + choice;
  return fmt::format(".TP\n{}\n{}.{}{}\n", names, escaped(option.description), escaped(choices),
                     choices.empty() ? "" : ".");
}

std::string options_text(const DeclaredCommand& command, std::string_view title) {
  std::string text;
  for (const bool positional : {true, false}) {
    for (const DeclaredOption& option : command.options)
      if (option.is_positional == positional) text += option_text(option);
  }
  return fmt::format("{}\n{}", title, text);
}

/// The commands of a command: those of `duet` have pages of their own.
std::string commands_text(const DeclaredCommand& command, bool has_pages) {
  if (command.commands.empty()) return {};
  std::string text = ".SH COMMANDS\n";
  for (const DeclaredCommand& sub : command.commands) {
    if (has_pages) {
      text += fmt::format(".TP\n{}(1)\n{}.\n", bold(page_name(sub)), escaped(sub.description));
    } else {
      text += options_text(sub,
                           fmt::format(".SS {}\n{}.", escaped(sub.path), escaped(sub.description)));
    }
  }
  return text;
}

std::string examples_text(const std::string& path) {
  std::string text;
  for (const auto& [line, meaning] : examples_of(path))
    text += fmt::format(".PP\n{}\n.PP\n.RS\n.nf\n{}\n.fi\n.RE\n", escaped(meaning), escaped(line));
  return text.empty() ? text : ".SH EXAMPLES\n" + text;
}

std::string see_also(const DeclaredCommand& command, const DeclaredCommand& root) {
  std::string text;
  for (const DeclaredCommand& other : root.commands)
    if (other.path != command.path) text += fmt::format(",\n{}(1)", bold(page_name(other)));
  if (command.path != root.path) text.insert(0, ",\n" + bold(page_name(root)) + "(1)");
  return ".SH SEE ALSO\n" + text.substr(2) + "\n";
}

constexpr const char* exit_status =
    ".SH EXIT STATUS\n"
    ".TP\n0\nSuccess.\n"
    ".TP\n1\nA compilation, a kernel or a check failed, or output was lost.\n"
    ".TP\n2\nWrong usage.\n";

constexpr const char* environment =
    ".SH ENVIRONMENT\n"
    ".TP\n\\fBNO_COLOR\\fR, \\fBCLICOLOR_FORCE\\fR, \\fBTERM\\fR\n"
    "Switch colours off, or on; a terminal of type dumb has none.\n"
    ".TP\n\\fBDUET_CACHE_DIR\\fR, \\fBDUET_CACHE\\fR\n"
    "The folder of compiled kernels, and whether it is used: on, read or off.\n";

ManualPage page(const DeclaredCommand& command, const DeclaredCommand& root,
                const std::string& version) {
  const bool is_root = command.path == root.path;
  std::string title = page_name(command);
  std::ranges::transform(title, title.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  std::string text = fmt::format(".TH {} 1 \"\" \"duet {}\" \"User Commands\"\n", escaped(title),
                                 escaped(version));
  text += fmt::format(".SH NAME\n{} \\- {}\n", escaped(page_name(command)),
                      escaped(command.description));
  text += ".SH SYNOPSIS\n" + synopsis(command);
  text += options_text(command, ".SH OPTIONS");
  text += commands_text(command, is_root);
  if (!is_root && !command.footer.empty())
    text += ".SH NOTES\n.nf\n" + escaped(command.footer) + "\n.fi\n";
  text += examples_text(command.path) + exit_status + environment + see_also(command, root);
  return {page_name(command) + ".1", std::move(text)};
}

}  // namespace

std::vector<ManualPage> manual_pages(const CLI::App& app, const std::string& version) {
  const DeclaredCommand root = declared(app);
  std::vector<ManualPage> pages{page(root, root, version)};
  for (const DeclaredCommand& command : root.commands)
    pages.push_back(page(command, root, version));
  return pages;
}

}  // namespace duet::tool
