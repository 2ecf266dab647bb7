#pragma once

#include <span>
#include <string>
#include <string_view>

namespace duet::tool {

/// Returns the known word that is most similar to a misspelled one; empty if none is similar.
/// Leading dashes do not count, so that "-json" finds "--json".
std::string nearest_word(std::string_view word, std::span<const std::string> known);

/// Returns "; did you mean 'WORD'?", or nothing if no known word is similar.
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace duet::tool
