#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "source/declarations/declaration_items.hpp"

namespace duet {

/// The namespaces that a program or the set of headers declares. Directives for others, whose
/// headers are empty, are errors.
class KnownNamespaces {
 public:
  /// Notes the namespaces of a text, also those in its macros.
  void note(const std::vector<Token>& tokens);
  /// Whether a declaration is `using namespace a::b` with a name that nothing declares.
  bool is_unknown_directive(const std::vector<Token>& tokens, const DeclarationItem& item) const;

 private:
  std::set<std::string_view> names_{"at",        "c10",     "chrono", "cooperative_groups",
                                    "cub",       "cuda",    "detail", "duet",
                                    "native",    "numbers", "nvcuda", "ops",
                                    "precision", "ptx",     "random", "std",
                                    "thrust",    "torch",   "wmma"};
};

}  // namespace duet
