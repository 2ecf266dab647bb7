#include "colour.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include <fmt/color.h>

namespace duet::tool {
namespace {

constinit std::atomic<ColourMode> colour_mode{ColourMode::automatic};

std::string_view variable(const char* name) noexcept {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

fmt::text_style style_of(Tint tint) {
  switch (tint) {
    case Tint::bad: return fmt::emphasis::bold | fg(fmt::terminal_color::red);
    case Tint::warning: return fg(fmt::terminal_color::yellow);
    case Tint::good: return fg(fmt::terminal_color::green);
  }
  return {};
}

}  // namespace

void set_colour_mode(ColourMode mode) noexcept { colour_mode = mode; }

bool is_terminal(std::FILE* stream) noexcept {
  return isatty(fileno(stream)) != 0 && variable("TERM") != "dumb";
}

bool has_colours(std::FILE* stream) noexcept {
  const ColourMode mode = colour_mode;
  if (mode != ColourMode::automatic) return mode == ColourMode::always;
  if (!variable("NO_COLOR").empty()) return false;
  const std::string_view force = variable("CLICOLOR_FORCE");
  return (!force.empty() && force != "0") || is_terminal(stream);
}

std::string tinted(std::FILE* stream, Tint tint, std::string_view text) {
  if (!has_colours(stream)) return std::string(text);
  return fmt::format(style_of(tint), "{}", text);
}

}  // namespace duet::tool
