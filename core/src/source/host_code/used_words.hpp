#pragma once

#include <map>
#include <string_view>

#include "program_macros.hpp"

namespace duet {

/// The words of the code that stays, and those of macros that it uses.
class UsedWords {
 public:
  explicit UsedWords(const ProgramMacros& macros) : macros_(macros) {}

  /// @param is_shared  whether the code may run on the host, too: code for devices only cannot use
  ///                   functions and variables that nothing marks for devices
  void add(std::string_view word, bool is_shared) {
    const auto [found, is_new] = shared_.try_emplace(word, is_shared);
    if (!is_new && (found->second || !is_shared)) return;
    found->second = is_shared;
    ++changes_;
    for (const std::string_view part : macros_.words_of(word)) add(part, is_shared);
  }
  void add(const std::vector<Token>& tokens, std::size_t begin, std::size_t end, bool is_shared) {
    for (std::size_t i = begin; i < end; ++i) {
      if (tokens[i].kind == Token::Kind::word) add(tokens[i].text, is_shared);
    }
  }
  bool contain(std::string_view word) const { return shared_.contains(word); }
  bool contain_shared(std::string_view word) const {
    const auto found = shared_.find(word);
    return found != shared_.end() && found->second;
  }
  /// Grows with each word that is added.
  std::size_t changes() const noexcept { return changes_; }

 private:
  const ProgramMacros& macros_;
  std::map<std::string_view, bool> shared_{};
  std::size_t changes_ = 0;
};

}  // namespace duet
