#pragma once

#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "candidate.hpp"
#include "declaration_marks.hpp"
#include "hinted_code.hpp"
#include "used_words.hpp"

namespace duet {

/// Which members of classes stay, and which functions of the host stand in for those that do not
/// compile.
class ClassMembers {
 public:
  ClassMembers(const DeclarationMarks& marks, UsedWords& used, const HintedCode& hinted)
      : marks_(marks), used_(used), hinted_(hinted) {}

  /// Notes the name of a function for devices that is defined outside of its class.
  void note_definition(const Candidate& one);
  /// Notes the names of a class's functions for devices. @returns whether there are any
  bool note_marked(const Candidate& one);
  bool is_marked(std::string_view name) const { return marked_.contains(name); }

  /// Keeps a class, or another declaration, that stays. What nothing marks for devices stays open.
  void keep(Candidate& one, bool has_host_code);
  /// Keeps open members whose names code that stays uses.
  void keep_used(Candidate& one);
  void drop_open(Candidate& one);
  /// Notes which classes stay.
  void find_classes(const std::vector<Candidate>& candidates);
  /// Whether a definition outside of a class is of a member that has gone, or of a class that has.
  bool is_gone(const Candidate& one) const;

  /// Whether a function of the host does not compile, but code for both calls it. There a call ends
  /// the kernel, as it would where the host's code is missing.
  bool can_stand_in(const Candidate& one, const DeclarationItem& function) const;
  void stand_in(Candidate& one, const DeclarationItem& function);
  /// Makes functions of the host that code for devices calls functions for both.
  void mark_called(Candidate& one) const;
  /// Notes functions for devices whose bodies do not compile.
  void mark_unreached(Candidate& one) const;

 private:
  void mark_as_defined(Candidate& one, const DeclarationItem& member) const;
  bool is_unreached(const Candidate& one, const DeclarationItem& function) const;
  bool may_run_on_host(const std::vector<Token>& tokens, const DeclarationItem& member) const;
  bool may_go(const Candidate& one, const DeclarationItem& member, bool has_host_code) const;
  void drop(Candidate& one, const DeclarationItem& member);
  void note_stayed(const Candidate& one);

  const DeclarationMarks& marks_;
  UsedWords& used_;
  const HintedCode& hinted_;
  std::set<std::string_view> marked_{};
  /// Class and member: whether the definition outside is for the host, too.
  std::map<std::pair<std::string_view, std::string_view>, bool> defined_{};
  std::set<std::pair<std::string_view, std::string_view>> gone_{};  ///< class and member
  std::set<std::pair<std::string_view, std::string_view>> stayed_{};
  std::set<std::string_view> gone_classes_{};
};

}  // namespace duet
