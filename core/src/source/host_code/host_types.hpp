#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "candidate.hpp"
#include "declaration_marks.hpp"
#include "used_words.hpp"

namespace duet {

/// Classes with the host's members or bases, unless the code of kernels names them, and names that
/// only stand for types of the host.
class HostTypes {
 public:
  HostTypes(const DeclarationMarks& marks, const UsedWords& used) : marks_(marks), used_(used) {}

  /// Marks the declarations of such types, and specialisations for them, as the host's.
  void find(std::vector<Candidate>& candidates);
  bool contain(std::string_view word) const { return names_.contains(word); }

 private:
  void check(Candidate& one);
  bool names_host(const std::vector<Token>& tokens, std::size_t begin, std::size_t end) const;
  bool has_host_data(const Candidate& one) const;
  bool is_specialised_for_host(const Candidate& one) const;

  const DeclarationMarks& marks_;
  const UsedWords& used_;
  std::set<std::string_view> names_{};
};

}  // namespace duet
