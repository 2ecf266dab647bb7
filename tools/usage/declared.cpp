#include "declared.hpp"

#include "usage/parse_error.hpp"

namespace duet::tool {
namespace {

/// Reads "{on,off}", which `one_of` shows as the type.
std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', open);
  std::vector<std::string> choices;
  if (close == std::string::npos) return choices;
  for (std::size_t at = open + 1; at <= close;) {
    const std::size_t end = type.find_first_of(",}", at);
    choices.push_back(type.substr(at, end - at));
    at = end + 1;
  }
  return choices;
}

DeclaredOption declared(const CLI::Option& option) {
  DeclaredOption result{.is_positional = option.get_positional(),
                        .takes_value = option.get_items_expected_max() > 0,
                        .is_required = option.get_required(),
                        .is_list = option.get_items_expected_max() > 1,
                        .choices = choices_of(option),
                        .description = option.get_description()};
  if (result.is_positional) result.names.push_back(option.get_name(true));
  for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
  return result;
}

}  // namespace

DeclaredCommand declared(const CLI::App& command) {
  DeclaredCommand result{.name = command.get_name(),
                         .path = full_name(command),
                         .description = command.get_description(),
                         .footer = command.get_footer()};
  for (const CLI::Option* option : command.get_options())
    result.options.push_back(declared(*option));
  for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
    if (!sub->get_group().empty()) result.commands.push_back(declared(*sub));
  return result;
}

}  // namespace duet::tool
