#include "completion.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "usage/declared.hpp"

namespace duet::tool {
namespace {

std::vector<std::string> option_names(const DeclaredCommand& command) {
  std::vector<std::string> names;
  for (const DeclaredOption& option : command.options)
    if (!option.is_positional) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::vector<std::string> command_names(const DeclaredCommand& command) {
  std::vector<std::string> names;
  for (const DeclaredCommand& sub : command.commands) names.push_back(sub.name);
  return names;
}

/// The values of a positional argument that accepts only some.
std::vector<std::string> positional_choices(const DeclaredCommand& command) {
  std::vector<std::string> choices;
  for (const DeclaredOption& option : command.options) {
    if (option.is_positional)
      choices.insert(choices.end(), option.choices.begin(), option.choices.end());
  }
  return choices;
}

/// Calls a function for a command and all commands below it.
template <typename Function>
void for_each(const DeclaredCommand& command, const Function& function) {
  function(command);
  for (const DeclaredCommand& sub : command.commands) for_each(sub, function);
}

/// The name of a shell function: "_duet_export_cases".
std::string function_name(const DeclaredCommand& command) {
  std::string name = "_" + command.path;
  std::ranges::replace_if(
      name, [](char c) { return c == ' ' || c == '-'; }, '_');
  return name;
}

std::string replaced(std::string text, char character, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(character, at)) != std::string::npos; at += with.size())
    text.replace(at, 1, with);
  return text;
}

/// In single quotes of a shell.
std::string quoted(const std::string& text) { return "'" + replaced(text, '\'', "'\\''") + "'"; }

/// The lines of bash for the values of a command's options.
std::string bash_values(const DeclaredCommand& command) {
  std::string lines;
  for (const DeclaredOption& option : command.options) {
    if (option.is_positional || !option.takes_value) continue;
    const std::string patterns = fmt::format(
        "'{}':{}", command.path, fmt::join(option.names, fmt::format("|'{}':", command.path)));
    const std::string action = option.choices.empty()
                                   ? "duet_files"
                                   : fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$word\"))",
                                                 fmt::join(option.choices, " "));
    lines += fmt::format("    {}) {}; return ;;\n", patterns, action);
  }
  return lines;
}

std::string zsh_option(const DeclaredOption& option) {
  std::string description = replaced(replaced(option.description, '[', "\\["), ']', "\\]");
  description = replaced(description, ':', "\\:");
  std::string value;
  if (option.takes_value) {
    value = option.choices.empty() ? ":value:_files"
                                   : fmt::format(":value:({})", fmt::join(option.choices, " "));
  }
  std::string lines;
  for (const std::string& name : option.names) {
    // "=" and "+": the value may be in the same word.
    const char* const joined = !option.takes_value ? "" : name.starts_with("--") ? "=" : "+";
    lines +=
        fmt::format(" \\\n    {}", quoted(fmt::format("{}{}{}[{}]{}", option.is_list ? "*" : "",
                                                      name, joined, description, value)));
  }
  return lines;
}

void append_zsh(const DeclaredCommand& command, std::string& script) {
  script += fmt::format("{}() {{\n  local context state state_descr line\n  typeset -A opt_args\n",
                        function_name(command));
  script += "  _arguments -C";
  for (const DeclaredOption& option : command.options)
    if (!option.is_positional) script += zsh_option(option);
  if (command.commands.empty()) {
    const std::vector<std::string> choices = positional_choices(command);
    script += choices.empty() ? " \\\n    '*:file:_files'"
                              : fmt::format(" \\\n    ':value:({})'", fmt::join(choices, " "));
    script += "\n}\n\n";
    return;
  }
  script +=
      " \\\n    '1:command:->command' '*::argument:->argument'\n  case $state in\n  command)\n";
  script += "    local -a commands=(";
  for (const DeclaredCommand& sub : command.commands) {
    script +=
        fmt::format("\n      {}", quoted(sub.name + ":" + replaced(sub.description, ':', "\\:")));
  }
  script += ")\n    _describe command commands ;;\n  argument)\n    case $line[1] in\n";
  for (const DeclaredCommand& sub : command.commands)
    script += fmt::format("    {}) {} ;;\n", sub.name, function_name(sub));
  script += "    esac ;;\n  esac\n}\n\n";
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
  const DeclaredCommand root = declared(app);
  std::string values;
  std::string words;
  std::string commands;
  for_each(root, [&](const DeclaredCommand& command) {
    values += bash_values(command);
    std::vector<std::string> names = command_names(command);
    if (names.empty()) names = positional_choices(command);
    words += fmt::format("    '{}') options='{}'; commands='{}' ;;\n", command.path,
                         fmt::join(option_names(command), " "), fmt::join(names, " "));
    for (const DeclaredCommand& sub : command.commands)
      commands += fmt::format("      '{}') path='{}' ;;\n", sub.path, sub.path);
  });
  return fmt::format(R"(# bash completion of duet. Generated by `duet completion bash`.
_duet() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} path=duet
  local options='' commands='' i
  COMPREPLY=()
  duet_files() {{
    compopt -o filenames 2>/dev/null
    local IFS=$'\n'
    COMPREPLY=($(compgen -f -- "$word"))
  }}
  # bash makes '=' a word of its own.
  if [[ $before == '=' ]]; then before=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
  if [[ $word == '=' ]]; then
    word=''
    before=${{COMP_WORDS[COMP_CWORD - 1]}}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path ${{COMP_WORDS[i]}}" in
{}    esac
  done
  case "$path:$before" in
{}  esac
  case "$path" in
{}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ -n $commands ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$word"))
  else
    duet_files
  fi
}}
complete -F _duet duet
)",
                     commands, values, words);
}

std::string zsh_completion(const CLI::App& app) {
  std::string script =
      "#compdef duet\n# zsh completion of duet. Generated by `duet completion zsh`.\n\n";
  for_each(declared(app), [&](const DeclaredCommand& command) { append_zsh(command, script); });
  return script + "_duet \"$@\"\n";
}

std::string fish_completion(const CLI::App& app) {
  const DeclaredCommand root = declared(app);
  std::string script =
      "# fish completion of duet. Generated by `duet completion fish`.\n"
      "# The commands among the words before the cursor.\n"
      "function __duet_path\n  set -l path duet\n"
      "  for word in (commandline -opc)[2..]\n    switch \"$path $word\"\n      case";
  for_each(root, [&](const DeclaredCommand& command) {
    for (const DeclaredCommand& sub : command.commands) script += " " + quoted(sub.path);
  });
  script +=
      "\n        set path \"$path $word\"\n    end\n  end\n  echo $path\nend\n"
      "function __duet_is\n  test (__duet_path) = \"$argv\"\nend\n";
  for_each(root, [&](const DeclaredCommand& command) {
    const std::string line =
        fmt::format("complete -c duet -n {}", quoted("__duet_is " + command.path));
    for (const DeclaredCommand& sub : command.commands)
      script += fmt::format("{} -f -a {} -d {}\n", line, sub.name, quoted(sub.description));
    if (const auto choices = positional_choices(command); !choices.empty()) {
      script +=
          fmt::format("{} -f -a {}\n", line, quoted(fmt::format("{}", fmt::join(choices, " "))));
    }
    for (const DeclaredOption& option : command.options) {
      if (option.is_positional) continue;
      script += line;
      for (const std::string& name : option.names)
        script += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.choices.empty()) {
        script +=
            fmt::format(" -x -a {}", quoted(fmt::format("{}", fmt::join(option.choices, " "))));
      } else if (option.takes_value) {
        script += " -r";
      }
      script += fmt::format(" -d {}\n", quoted(option.description));
    }
  });
  return script;
}

}  // namespace duet::tool
