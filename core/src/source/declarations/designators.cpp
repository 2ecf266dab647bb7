#include "designators.hpp"

#include <cstddef>
#include <vector>

#include "source/tokens.hpp"

namespace duet {

bool has_designators(std::string_view text) {
  const std::vector<Token> tokens = tokenise(text);
  for (std::size_t i = 0; i + 3 < tokens.size(); ++i) {
    const bool begins = tokens[i].is("{") || tokens[i].is(",");
    if (begins && tokens[i + 1].is(".") && tokens[i + 2].kind == Token::Kind::word &&
        (tokens[i + 3].is("=") || tokens[i + 3].is("{")))
      return true;
  }
  return false;
}

}  // namespace duet
