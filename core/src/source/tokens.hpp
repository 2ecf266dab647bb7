#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace duet {

/// A piece of C++ source that is not space or comment. Views point into the source.
struct Token {
  enum class Kind {
    word,  ///< an identifier or keyword
    number,
    string,    ///< a string or character literal
    mark,      ///< one character of punctuation
    directive  ///< a whole preprocessor line with its continuations
  };
  Kind kind;
  std::string_view text;
  std::size_t offset;  ///< in the source

  std::size_t end() const noexcept { return offset + text.size(); }
  bool is(std::string_view expected) const noexcept {
    return text == expected && kind != Kind::string;
  }
};

/// Splits source into tokens. Text that is not C++ gives some tokens, never an error.
std::vector<Token> tokenise(std::string_view source);

/// The word of a directive, without blanks: "if", "ifdef", "else".
std::string_view directive_word(std::string_view line);

/// What follows "#define" in a directive; nothing if it is another one.
std::string_view definition_of(std::string_view directive);

/// What stands behind a macro's name and parameters. @param definition  what follows "#define"
std::string_view replacement_of(std::string_view definition);

}  // namespace duet
