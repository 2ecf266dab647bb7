#include "conditional_assembly.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "source/tokens.hpp"

namespace duet {

namespace {

using Tokens = std::vector<Token>;

/// The tokens of a statement, from `asm` to behind the semicolon.
struct Statement {
  std::size_t begin;
  std::size_t end;
};

std::optional<Statement> statement_at(const Tokens& tokens, std::size_t i) {
  const bool is_assembly = tokens[i].is("asm") || tokens[i].is("__asm__") || tokens[i].is("__asm");
  if (!is_assembly) return std::nullopt;
  int depth = 0;
  for (std::size_t k = i + 1; k < tokens.size(); ++k) {
    if (tokens[k].is("(")) ++depth;
    if (tokens[k].is(")")) --depth;
    if (tokens[k].is(";") && depth == 0) return Statement{i, k + 1};
    if (tokens[k].is("{") || tokens[k].is("}")) break;
  }
  return std::nullopt;
}

bool is_conditional(const Token& token) {
  if (token.kind != Token::Kind::directive) return false;
  const std::string_view word = directive_word(token.text);
  return word.starts_with("if") || word.starts_with("el") || word == "endif";
}

/// The directives of a statement, if they are one group.
std::vector<std::size_t> group_in(const Tokens& tokens, const Statement& statement) {
  std::vector<std::size_t> group;
  for (std::size_t i = statement.begin; i < statement.end; ++i)
    if (is_conditional(tokens[i])) group.push_back(i);
  const auto is = [&](std::size_t i, std::string_view word) {
    return directive_word(tokens[i].text).starts_with(word);
  };
  if (group.size() < 2 || !is(group.front(), "if") || !is(group.back(), "endif")) return {};
  const bool is_single =
      std::all_of(group.begin() + 1, group.end() - 1, [&](std::size_t i) { return is(i, "el"); });
  return is_single ? group : std::vector<std::size_t>();
}

/// Tokens in one line.
std::string line_of(const Tokens& tokens, std::size_t begin, std::size_t end) {
  std::string line;
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_adjacent = i > begin && tokens[i].offset == tokens[i - 1].end();
    if (!is_adjacent) line += ' ';
    line += tokens[i].text;
  }
  return line;
}

std::size_t lines_in(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

/// The statement once for each branch of the group.
std::string written_out(const Tokens& tokens, const Statement& statement,
                        const std::vector<std::size_t>& group) {
  const std::string head = line_of(tokens, statement.begin, group.front());
  const std::string tail = line_of(tokens, group.back() + 1, statement.end);
  std::string result = "\n";
  bool has_else = false;
  for (std::size_t i = 0; i + 1 < group.size(); ++i) {
    has_else |= directive_word(tokens[group[i]].text) == "else";
    result.append(tokens[group[i]].text).append("\n");
    result.append(head).append(line_of(tokens, group[i] + 1, group[i + 1])).append(tail) += '\n';
  }
  if (!has_else) result.append("#else\n").append(head).append(tail) += '\n';
  return result.append("#endif\n");
}

}  // namespace

std::string with_whole_assembly(std::string_view text) {
  const Tokens tokens = tokenise(text);
  std::string result;
  std::size_t done = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto statement = statement_at(tokens, i);
    if (!statement) continue;
    const std::vector<std::size_t> group = group_in(tokens, *statement);
    if (group.empty()) continue;
    const std::size_t begin = tokens[statement->begin].offset;
    const std::size_t end = tokens[statement->end - 1].end();
    std::string whole = written_out(tokens, *statement, group);
    const std::size_t lines = lines_in(text.substr(begin, end - begin));
    const std::size_t surplus = lines_in(whole);
    // What follows on the statement's last line is on a line of its own.
    if (surplus > lines) continue;
    whole.append(lines - surplus, '\n');
    result.append(text.substr(done, begin - done)).append(whole);
    done = end;
    i = statement->end - 1;
  }
  return result.append(text.substr(done));
}

}  // namespace duet
