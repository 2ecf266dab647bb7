#include "parse_error.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/usage_error.hpp"
#include "usage/suggestion.hpp"

namespace duet::tool {
namespace {

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> subcommand_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
    if (!sub->get_group().empty()) names.push_back(sub->get_name());
  return names;
}

/// The positional arguments as the usage line shows them: "FILE [ARG...]".
std::string positionals(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional()) text += " " + option->get_name(true);
  return text;
}

std::string describe_unknown_command(const CLI::App& command, const std::string& word) {
  const std::vector<std::string> known = subcommand_names(command);
  const std::string nearest = suggestion(word, known);
  return fmt::format("'{}' has no command '{}'{}", full_name(command), word,
                     nearest.empty() ? fmt::format("; use {}", fmt::join(known, ", ")) : nearest);
}

std::string describe_unexpected(const CLI::App& command, const std::string& word) {
  const std::string name = full_name(command);
  if (word.starts_with('-')) {
    const std::string option = word.substr(0, word.find('='));
    for (const CLI::App* sub : command.get_subcommands()) {
      if (sub->get_option_no_throw(option) != nullptr)
        return fmt::format("{} belongs after the command: {} {}", option, full_name(*sub), word);
    }
    return fmt::format("'{}' has no option {}{}", name, option,
                       suggestion(option, option_names(command)));
  }
  if (!subcommand_names(command).empty() && command.get_subcommands().empty())
    return describe_unknown_command(command, word);
  const std::string taken = positionals(command);
  return fmt::format("unexpected argument '{}': {}", word,
                     taken.empty() ? fmt::format("'{}' takes options only", name)
                                   : fmt::format("'{}' takes{}", name, taken));
}

/// The first word that no command of the chain took; empty if there is none.
std::string describe_unexpected(const std::vector<const CLI::App*>& chain) {
  for (const CLI::App* command : chain) {
    if (const auto words = command->remaining(); !words.empty())
      return describe_unexpected(*command, words.front());
  }
  return {};
}

std::string describe_missing(const CLI::App& command) {
  std::vector<std::string> missing;
  for (const CLI::Option* option : command.get_options())
    if (option->get_required() && option->count() == 0) missing.push_back(option->get_name());
  return missing.empty()
             ? std::string()
             : fmt::format("'{}' needs {}", full_name(command), fmt::join(missing, " and "));
}

std::string describe_count(const CLI::App& command, std::string_view text) {
  for (const CLI::Option* option : command.get_options()) {
    if (static_cast<int>(option->count()) > option->get_items_expected_max())
      return fmt::format("{} is given {} times; give it once", option->get_name(), option->count());
  }
  return fmt::format("{} needs a value", text.substr(0, text.find(':')));
}

/// @param text  "Could not convert: --threads = many"
std::string describe_conversion(const CLI::App& command, std::string_view text) {
  constexpr std::string_view prefix = "Could not convert: ";
  const std::size_t equals = text.find(" = ");
  if (!text.starts_with(prefix) || equals == std::string_view::npos) return std::string(text);
  const std::string name(text.substr(prefix.size(), equals - prefix.size()));
  const std::string_view value = text.substr(equals + 3);
  const CLI::Option* const option = command.get_option_no_throw(name);
  if (option != nullptr && option->get_items_expected_max() == 0)
    return fmt::format("{} takes no value, but '{}' is given", name, value);
  return fmt::format("{}: '{}' is not a number, or is too large", name, value);
}

std::string describe(const std::vector<const CLI::App*>& chain, const CLI::ParseError& error) {
  if (const std::string text = describe_unexpected(chain); !text.empty()) return text;
  const CLI::App& command = *chain.back();
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    if (const std::string text = describe_missing(command); !text.empty()) return text;
    return fmt::format("'{}' needs one of {}", full_name(command),
                       fmt::join(subcommand_names(command), ", "));
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    return describe_count(command, error.what());
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr)
    return describe_conversion(command, error.what());
  return error.what();
}

}  // namespace

const CLI::App& find_subcommand(const CLI::App& command, const std::string& name) {
  const auto found =
      command.get_subcommands([&](const CLI::App* sub) { return sub->get_name() == name; });
  if (found.empty()) throw UsageError(describe_unknown_command(command, name));
  return *found.front();
}

std::string full_name(const CLI::App& command) {
  const CLI::App* const parent = command.get_parent();
  return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

std::string describe_parse_error(const CLI::App& app, const CLI::ParseError& error) {
  std::vector<const CLI::App*> chain{&app};
  while (!chain.back()->get_subcommands().empty())
    chain.push_back(chain.back()->get_subcommands().front());
  return fmt::format("{} (see {} --help)", describe(chain, error), full_name(*chain.back()));
}

}  // namespace duet::tool
