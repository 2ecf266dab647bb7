#pragma once

#include <string_view>
#include <vector>

#include "candidate.hpp"
#include "host_code_hints.hpp"

namespace duet {

/// What hints say of the declarations in texts.
class HintedCode {
 public:
  HintedCode(const std::vector<std::string_view>& texts, const HostCodeHints& hints);

  /// Whether an error was reported in a declaration, or in a member of a class.
  bool fails(const Candidate& one) const { return fails(one, one.item); }
  bool fails(const Candidate& one, const DeclarationItem& member) const;
  /// Whether an error was reported in one of its member functions.
  bool has_failing_member(const Candidate& one) const;
  /// Whether code that stays uses the name of a declaration that went.
  bool needs(const Candidate& one) const;
  bool needs(const Candidate& one, const DeclarationItem& member) const;
  /// Whether code for devices calls a function that is the host's.
  bool calls(const Candidate& one, const DeclarationItem& function) const;

 private:
  struct Line {
    std::size_t text;
    std::size_t begin;  ///< offsets in the text
    std::size_t end;
  };

  const HostCodeHints& hints_;
  std::vector<Line> lines_{};
};

}  // namespace duet
