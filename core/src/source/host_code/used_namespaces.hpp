#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "program_macros.hpp"
#include "used_words.hpp"

namespace duet {

/// Which namespaces code of kernels can reach: those with code for devices, and those that code
/// names which stays. Libraries of the host have names of their own for what others name, too.
class UsedNamespaces {
 public:
  using Path = std::vector<std::string_view>;

  UsedNamespaces(const ProgramMacros& macros, const UsedWords& words)
      : macros_(macros), words_(words) {}

  /// Notes that a namespace, and those around it, have code for devices.
  void note_marked(Path path) {
    for (; !path.empty(); path.pop_back()) marked_.insert(path);
  }
  bool reach(const Path& path) const {
    Path outer;
    for (const std::string_view name : path) {
      outer.push_back(name);
      const bool is_macro = !macros_.words_of(name).empty();
      if (!is_macro && !words_.contain(name) && !marked_.contains(outer)) return false;
    }
    return true;
  }

 private:
  const ProgramMacros& macros_;
  const UsedWords& words_;
  std::set<Path> marked_{};
};

}  // namespace duet
