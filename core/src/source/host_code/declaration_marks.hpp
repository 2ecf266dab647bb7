#pragma once

#include <vector>

#include "program_macros.hpp"
#include "source/declarations/declaration_items.hpp"

namespace duet {

/// What the words before a declaration's name say about where it can be used.
class DeclarationMarks {
 public:
  explicit DeclarationMarks(const ProgramMacros& macros) : macros_(macros) {}

  /// Whether a word of devices marks it.
  bool is_for_device(const std::vector<Token>& tokens, const DeclarationItem& item) const;
  /// Whether it is for the host, too, if it is for devices.
  bool is_for_host(const std::vector<Token>& tokens, const DeclarationItem& item) const;
  /// Whether it is a function or variable that only the host can use, unless another declaration
  /// marks it. Devices can use constants and other names of namespaces.
  bool is_unmarked(const std::vector<Token>& tokens, const DeclarationItem& item) const;
  /// Whether it is a member function that nothing marks for devices and that code for devices
  /// cannot call. Virtual functions, which belong to the layout of a class, and operators are none.
  bool is_unmarked_member(const std::vector<Token>& tokens, const DeclarationItem& member) const;
  /// Whether it declares a function of NVIDIA's headers once more.
  static bool is_builtin(const std::vector<Token>& tokens, const DeclarationItem& item);
  /// Whether it is a function whose first parameter is a pointer to uint64_t.
  static bool is_of_wide_words(const std::vector<Token>& tokens, const DeclarationItem& item);
  /// Whether it is a kernel.
  bool is_kernel(const std::vector<Token>& tokens, const DeclarationItem& item) const;
  /// Whether it is a template of kernels, which makes code only if the program names it.
  static bool is_kernel_template(const std::vector<Token>& tokens, const DeclarationItem& item);

  /// Whether it is a function for devices around inline PTX, of which headers have many that a
  /// program does not name, and that not all targets can compile.
  bool is_assembly(const std::vector<Token>& tokens, const DeclarationItem& item) const;
  /// Whether code uses what only hosts have, also by macros.
  bool reaches_host(const std::vector<Token>& tokens, std::size_t begin, std::size_t end) const;
  /// Members and friends of a class that are for the host only: they use what only hosts have, or
  /// call such members.
  std::vector<DeclarationItem> host_members(const std::vector<Token>& tokens,
                                            const DeclarationItem& type,
                                            std::vector<DeclarationItem> members) const;

 private:
  const ProgramMacros& macros_;
};

}  // namespace duet
