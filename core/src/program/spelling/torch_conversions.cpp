#include "torch_conversions.hpp"

#include "source/tokens.hpp"

namespace duet {

namespace {

/// The number of the tokens of a conversion that begin at one.
std::size_t conversion_size(const std::vector<Token>& tokens, std::size_t begin) {
  constexpr std::size_t size = 5;
  const auto is = [&](std::size_t i, std::string_view word) { return tokens[begin + i].is(word); };
  if (begin + size > tokens.size() || !is(0, ".") || !is(1, "operator")) return 0;
  return (is(2, "__half") || is(2, "__nv_bfloat16")) && is(3, "(") && is(4, ")") ? size : 0;
}

}  // namespace

std::string without_half_conversions(std::string_view text) {
  std::string result(text);
  const std::vector<Token> tokens = tokenise(text);
  for (std::size_t i = tokens.size(); i-- > 0;) {
    const std::size_t size = conversion_size(tokens, i);
    if (size == 0) continue;
    const std::size_t begin = tokens[i].offset;
    result.erase(begin, tokens[i + size - 1].end() - begin);
  }
  return result;
}

}  // namespace duet
