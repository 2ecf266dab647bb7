#pragma once

#include <cstddef>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "candidate.hpp"
#include "host_code_hints.hpp"

namespace duet {

/// What hints say of the declarations in texts.
class HintedCode {
 public:
  HintedCode(const std::vector<std::string_view>& texts, const HostCodeHints& hints);

  /// Whether a compiler reported anything.
  bool exist() const;
  /// Whether an error was reported in a declaration, or in a member of a class.
  bool fails(const Candidate& one) const { return fails(one, one.item); }
  bool fails(const Candidate& one, const DeclarationItem& member) const;
  /// Whether one was reported on the lines of tokens of the declaration.
  bool fails(const Candidate& one, std::size_t begin, std::size_t end) const {
    return have_error(lines_, one, begin, end);
  }
  /// Whether one was reported in it more than once.
  bool fails_again(const Candidate& one) const;
  /// Whether one was reported in what precedes a function's body.
  bool fails_in_head(const Candidate& one, const DeclarationItem& function) const;
  /// Whether an error was reported in a declaration that is not the matter of its member functions
  /// and variables alone, which can go.
  bool fails_as_whole(const Candidate& one) const;
  /// Whether it is a static assertion that is false.
  bool is_false_assertion(const Candidate& one) const;
  /// Whether the headers have the function: it is declared once more, or it is an atomic operation
  /// that the target has and CUDA has not.
  bool is_redefined(const Candidate& one) const;
  /// Whether a function's body does not compile and no kernel is known to reach it.
  bool is_unreached(const Candidate& one, const DeclarationItem& function) const;
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
    bool fails_again;
  };

  using Lines = std::vector<Line>;

  static Lines lines(const std::vector<std::string_view>& texts, const HostCodeHints& hints,
                     const std::set<std::pair<std::size_t, std::size_t>>& numbers);
  static bool have_error(const Lines& lines, const Candidate& one, std::size_t begin,
                         std::size_t end);

  const HostCodeHints& hints_;
  Lines lines_;
  Lines unreached_;
  Lines false_assertions_;
  Lines repeated_;
};

}  // namespace duet
