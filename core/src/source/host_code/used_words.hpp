#pragma once

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "program_macros.hpp"
#include "source/declarations/declared_names.hpp"

namespace duet {

/// The words of the code that stays, and those of macros that it uses.
class UsedWords {
 public:
  explicit UsedWords(const ProgramMacros& macros) : macros_(macros) {}

  /// @param is_shared  whether the code may run on the host, too: code for devices only cannot use
  ///                   functions and variables that nothing marks for devices
  /// @param may_be_type  whether the word can stand for a type there
  void add(std::string_view word, bool is_shared, bool may_be_type = true) {
    const auto [found, is_new] = uses_.try_emplace(word);
    Use& use = found->second;
    if (!is_new && use.is_shared >= is_shared && use.may_be_type >= may_be_type) return;
    use.is_shared |= is_shared;
    use.may_be_type |= may_be_type;
    ++changes_;
    for (const std::string_view part : macros_.words_of(word)) add(part, is_shared);
  }
  void add(const std::vector<Token>& tokens, std::size_t begin, std::size_t end, bool is_shared) {
    for (std::size_t i = begin; i < end; ++i) {
      if (tokens[i].kind == Token::Kind::word) add(tokens[i].text, is_shared);
    }
  }
  /// The same for a declaration that stays, whose own variables are no types.
  void use(const std::vector<Token>& tokens, std::size_t begin, std::size_t end, bool is_shared) {
    const std::set<std::string_view> local = local_names(tokens, begin, end);
    for (std::size_t i = begin; i < end; ++i) {
      if (tokens[i].kind != Token::Kind::word) continue;
      add(tokens[i].text, is_shared, !local.contains(tokens[i].text) && !is_value(tokens, i));
    }
  }
  bool contain(std::string_view word) const { return uses_.contains(word); }
  bool contain_shared(std::string_view word) const {
    const auto found = uses_.find(word);
    return found != uses_.end() && found->second.is_shared;
  }
  bool contain_type(std::string_view word) const {
    const auto found = uses_.find(word);
    return found != uses_.end() && found->second.may_be_type;
  }
  /// Grows with each word that is added.
  std::size_t changes() const noexcept { return changes_; }

 private:
  struct Use {
    bool is_shared = false;
    bool may_be_type = false;
  };

  const ProgramMacros& macros_;
  std::map<std::string_view, Use> uses_{};
  std::size_t changes_ = 0;
};

}  // namespace duet
