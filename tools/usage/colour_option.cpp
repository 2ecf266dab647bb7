#include "colour_option.hpp"

#include <string>
#include <string_view>

#include "options/validators.hpp"
#include "support/colour.hpp"

namespace duet::tool {

void add_colour_option(CLI::App& app) {
  // set_colours has read the value already.
  app.add_option_function<std::string>(
         "--color", [](const std::string&) {},
         "Colours of messages and tables (default: auto, on terminals)")
      ->check(one_of({"auto", "always", "never"}));
  for (CLI::App* sub : app.get_subcommands([](CLI::App*) { return true; })) add_colour_option(*sub);
}

void set_colours(int argc, const char* const* argv) noexcept {
  constexpr std::string_view option = "--color";
  for (int i = 1; i < argc; ++i) {
    std::string_view text = argv[i];
    if (text == "--") return;
    if (!text.starts_with(option)) continue;
    text.remove_prefix(option.size());
    std::string_view value;
    if (text.starts_with('=')) {
      value = text.substr(1);
    } else if (text.empty() && i + 1 < argc) {
      value = argv[i + 1];
    }
    if (value == "always") set_colour_mode(ColourMode::always);
    if (value == "never") set_colour_mode(ColourMode::never);
    if (value == "auto") set_colour_mode(ColourMode::automatic);
  }
}

}  // namespace duet::tool
