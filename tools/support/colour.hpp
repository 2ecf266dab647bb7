#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace duet::tool {

enum class ColourMode {
  automatic,  ///< On terminals, unless the environment says otherwise.
  always,
  never
};

/// Sets the mode of the process. Until then it is `automatic`.
void set_colour_mode(ColourMode mode) noexcept;

/// Whether text written to a stream has colours. In the automatic mode NO_COLOR switches them off,
/// then CLICOLOR_FORCE switches them on; a terminal has them unless TERM is "dumb".
bool has_colours(std::FILE* stream) noexcept;

/// Whether the stream is a terminal that can move the cursor.
bool is_terminal(std::FILE* stream) noexcept;

enum class Tint { bad, warning, good };

/// Returns the text, in the colour if the stream has colours.
std::string tinted(std::FILE* stream, Tint tint, std::string_view text);

}  // namespace duet::tool
