#include "hip_shared.hpp"

#include <vector>

#include <fmt/format.h>

#include "source/tokens.hpp"

namespace duet {

std::string with_hip_shared(std::string_view source) {
  constexpr std::string_view macro = "HIP_DYNAMIC_SHARED";
  std::string text(source);
  if (source.find(macro) == std::string_view::npos) return text;
  const std::vector<Token> tokens = tokenise(source);
  for (std::size_t i = tokens.size(); i-- > 0;) {
    if (!tokens[i].is(macro) || i + 4 >= tokens.size() || !tokens[i + 1].is("(")) continue;
    std::size_t close = i + 2;
    while (close + 1 < tokens.size() && !tokens[close].is(")")) ++close;
    if (!tokens[close - 2].is(",")) continue;
    const std::size_t begin = tokens[i + 2].offset;
    const std::string_view type = source.substr(begin, tokens[close - 2].offset - begin);
    text.replace(tokens[i].offset, tokens[close].end() - tokens[i].offset,
                 fmt::format("extern __shared__ {} {}[];", type, tokens[close - 1].text));
  }
  return text;
}

}  // namespace duet
