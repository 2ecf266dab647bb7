#include "plain_coordinates.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "tokens.hpp"

namespace duet {

namespace {

/// Whether the tokens at `i` are a coordinate: `threadIdx.x`, and no member of another object.
bool is_coordinate(const std::vector<Token>& tokens, std::size_t i) {
  constexpr std::array<std::string_view, 4> names{"threadIdx", "blockIdx", "blockDim", "gridDim"};
  constexpr std::array<std::string_view, 3> axes{"x", "y", "z"};
  if (i + 2 >= tokens.size() || std::ranges::find(names, tokens[i].text) == names.end() ||
      !tokens[i + 1].is(".") || std::ranges::find(axes, tokens[i + 2].text) == axes.end())
    return false;
  const auto follows = [&](std::string_view first, std::string_view second) {
    return i > 1 && tokens[i - 2].is(first) && tokens[i - 1].is(second);
  };
  return i == 0 || !(tokens[i - 1].is(".") || follows(":", ":") || follows("-", ">"));
}

/// Whether the token at `i` begins an assignment or an increment, which only variables of the
/// program with these names have.
bool is_assigned_to(const std::vector<Token>& tokens, std::size_t i) {
  if (i + 1 >= tokens.size()) return false;
  const bool is_equal = tokens[i].is("=") && !tokens[i + 1].is("=");
  const bool is_twice =
      tokens[i].text == tokens[i + 1].text && (tokens[i].is("+") || tokens[i].is("-"));
  constexpr std::array<std::string_view, 5> operators{"+", "-", "*", "/", "%"};
  const bool is_compound =
      std::ranges::find(operators, tokens[i].text) != operators.end() && tokens[i + 1].is("=");
  return is_equal || is_compound || is_twice;
}

/// Appends a part of a source that begins at `copied` and has these tokens.
void append_plain(std::string& result, std::string_view source, const std::vector<Token>& tokens) {
  std::size_t copied = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind == Token::Kind::directive &&
        token.text.find("define") != std::string_view::npos) {
      result.append(source.substr(copied, token.offset - copied)).append("#");
      append_plain(result, token.text.substr(1), tokenise(token.text.substr(1)));
      copied = token.end();
    } else if (is_coordinate(tokens, i) && !is_assigned_to(tokens, i + 3)) {
      const std::size_t end = tokens[i + 2].end();
      result.append(source.substr(copied, token.offset - copied)).append("unsigned(");
      result.append(source.substr(token.offset, end - token.offset)).append(")");
      copied = end;
      i += 2;
    }
  }
  result.append(source.substr(copied));
}

}  // namespace

std::string with_plain_coordinates(std::string_view source) {
  std::string result;
  append_plain(result, source, tokenise(source));
  return result;
}

}  // namespace duet
