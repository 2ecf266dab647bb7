#pragma once

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "source/tokens.hpp"

namespace duet {

/// The macros that texts of a program define, as far as they tell code of devices from the host's.
/// Views point into the texts.
class ProgramMacros {
 public:
  /// @param is_complete  whether no other text may define macros
  explicit ProgramMacros(bool is_complete) : is_complete_(is_complete) {}

  void note_directives(const std::vector<Token>& tokens);
  /// @param definition  what follows "#define"
  void note_definition(std::string_view definition);

  /// The words in a macro's definitions; none if there is no such macro.
  const std::vector<std::string_view>& words_of(std::string_view macro) const;
  /// Whether a word is one of CUDA's for devices, or a macro for it.
  /// @param may_be_elsewhere  whether it may be the name of a macro that no text defines
  bool stands_for_device(std::string_view word, bool may_be_elsewhere = true) const;
  /// Whether a word is another one, or a macro whose definition has that.
  bool stands_for(std::string_view word, std::string_view other) const;
  /// Whether a word is a macro that uses what only hosts have.
  bool use_host(std::string_view macro) const;
  /// Whether a word is a macro that defines functions or instances of templates, which are the
  /// host's unless it stands for a word of devices.
  bool defines_functions(std::string_view word) const;
  /// Whether a name may be used that no text shows: macros put it together, or are elsewhere.
  bool may_hide(std::string_view name) const;
  /// The macros that open or close braces, as those around namespaces do.
  const std::set<std::string_view>& of_scopes() const noexcept { return of_scopes_; }

 private:
  const std::set<std::string_view>& reached_from(std::string_view macro) const;

  bool is_complete_;
  std::map<std::string_view, std::vector<std::string_view>> words_{};
  std::set<std::string_view> with_bodies_{};
  std::set<std::string_view> of_instances_{};
  std::set<std::string_view> of_scopes_{};
  bool pastes_names_ = false;
  std::set<std::string_view> all_words_{};
  mutable std::map<std::string_view, std::set<std::string_view>> reached_{};  ///< by macro
};

}  // namespace duet
