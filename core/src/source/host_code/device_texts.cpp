#include "device_texts.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "source/declarations/blank_tokens.hpp"

namespace duet {

namespace {

/// The token before which attributes of a function stand: after template parameters and `extern
/// "C"`.
std::size_t place_of_attributes(const std::vector<Token>& tokens, const DeclarationItem& item) {
  std::size_t i = item.begin;
  while (i + 1 < item.end && tokens[i].is("template")) {
    int depth = 0;
    for (++i; i < item.end; ++i) {
      if (tokens[i].is("<")) ++depth;
      if (tokens[i].is(">") && --depth == 0) break;
    }
    ++i;
  }
  const bool has_linkage =
      i + 1 < item.end && tokens[i].is("extern") && tokens[i + 1].kind == Token::Kind::string;
  return has_linkage ? i + 2 : i;
}

}  // namespace

DeviceTexts device_texts(const std::vector<std::string_view>& texts,
                         const std::vector<Candidate>& candidates,
                         std::string_view error_where_reached) {
  DeviceTexts result{.texts{texts.begin(), texts.end()}};
  // By text and offset, the last one first.
  std::map<std::pair<std::size_t, std::size_t>, std::string_view, std::greater<>> insertions;
  for (const Candidate& one : candidates) {
    std::string& text = result.texts[one.text];
    if (!one.is_kept) {
      blank_tokens(text, one.tokens, one.item.begin, one.item.end);
      result.left_out.insert(one.names.begin(), one.names.end());
      continue;
    }
    for (const DeclarationItem& member : one.host_members) {
      blank_tokens(text, one.tokens, member.begin, member.end);
      result.left_out.emplace(one.tokens[member.name].text);
    }
    const auto mark = [&](const DeclarationItem& function, std::string_view words) {
      const bool is_gone = std::ranges::any_of(
          one.host_members, [&](const auto& member) { return member.begin == function.begin; });
      if (is_gone) return;
      const Token& first = one.tokens[place_of_attributes(one.tokens, function)];
      insertions.emplace(std::pair(one.text, first.offset), words);
    };
    for (const DeclarationItem& function : one.made_for_both)
      mark(function, "__host__ __device__ ");
    for (const DeclarationItem& function : one.made_for_devices) mark(function, "__device__ ");
    const auto replace = [&](const DeclarationItem& function, std::string_view body) {
      blank_tokens(text, one.tokens, function.body + 1, function.end - 1);
      insertions.emplace(std::pair(one.text, one.tokens[function.body].end()), body);
    };
    for (const DeclarationItem& function : one.stand_ins) replace(function, "__trap();");
    for (const auto& [begin, end] : one.trapped) {
      blank_tokens(text, one.tokens, begin, end);
      insertions.emplace(std::pair(one.text, one.tokens[begin].offset), "__trap();");
    }
    for (const DeclarationItem& function : one.unreached) replace(function, error_where_reached);
  }
  for (const auto& [place, words] : insertions)
    result.texts[place.first].insert(place.second, words);
  return result;
}

}  // namespace duet
