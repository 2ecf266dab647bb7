#include "vector_names.hpp"

#include <algorithm>
#include <array>

#include "source/tokens.hpp"

namespace duet {

bool is_vector_type(std::string_view name) {
  constexpr std::array<std::string_view, 12> elements{"char",     "uchar",     "short", "ushort",
                                                      "int",      "uint",      "long",  "ulong",
                                                      "longlong", "ulonglong", "float", "double"};
  const bool has_size = !name.empty() && name.back() >= '1' && name.back() <= '4';
  return has_size && std::ranges::find(elements, name.substr(0, name.size() - 1)) != elements.end();
}

std::string with_renamed_vector_macros(std::string_view text) {
  std::string result;
  std::size_t done = 0;
  for (const Token& token : tokenise(text)) {
    if (token.kind != Token::Kind::directive) continue;
    const std::string_view definition = definition_of(token.text);
    const std::size_t open = definition.find('(');
    if (open == std::string_view::npos) continue;
    const std::string_view head = definition.substr(0, open);
    const std::string_view name = head.substr(std::min(head.find_first_not_of(" \t"), head.size()));
    if (!is_vector_type(name)) continue;
    const std::size_t at = token.offset + static_cast<std::size_t>(name.data() - token.text.data());
    result.append(text.substr(done, at - done)).append("duet_");
    done = at;
  }
  return result.append(text.substr(done));
}

}  // namespace duet
