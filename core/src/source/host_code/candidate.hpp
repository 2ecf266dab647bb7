#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "source/declarations/declaration_items.hpp"

namespace duet {

/// A declaration of a text with what the choice needs.
struct Candidate {
  std::size_t text;
  const std::vector<Token>& tokens;  ///< of the text
  DeclarationItem item;
  std::vector<std::string_view> names{};  ///< what it declares
  bool is_operator = false;               ///< which is used without its name
  bool is_named_only = false;             ///< not kept unless it is named
  bool is_reached_only = false;           ///< for devices, and not kept unless a kernel needs it
  bool is_kept = false;
  std::vector<DeclarationItem> members{};  ///< of a class
  std::vector<DeclarationItem> host_members{};
  std::vector<DeclarationItem> open_members{};      ///< not kept unless they are named
  std::vector<DeclarationItem> made_for_both{};     ///< functions that are marked for devices, too
  std::vector<DeclarationItem> made_for_devices{};  ///< … and for these alone
  std::vector<DeclarationItem> stand_ins{};         ///< functions whose bodies end the kernel
  /// Statements that end the kernel, in functions for constant expressions.
  std::vector<std::pair<std::size_t, std::size_t>> trapped{};
  std::vector<DeclarationItem> unreached{};  ///< functions whose bodies do not compile
  bool is_host = false;                      ///< never kept
  bool is_device = false;                    ///< marked by a word of devices
  bool is_unmarked = false;                  ///< a function or variable without a word of devices
  bool is_for_device_only = false;           ///< its code never runs on the host
  bool has_used_parts = false;               ///< its bases and data are used
};

/// Whether it defines a class, or another name for a type.
bool is_class(const Candidate& one);
/// Whether it is `typedef struct { … } Name;`, whose data may be of types that hosts use.
bool is_named_class(const Candidate& one);
/// Whether it has no name by which it could be used, and is not the host's.
bool is_directive(const Candidate& one);
/// Whether a function is defined outside of its class.
bool is_of_class(const Candidate& one);
/// The names that qualify a function's: `a` and `B` of `a::B<int>::f`, the last one first.
std::vector<std::string_view> qualifiers(const Candidate& one);
/// Whether a member of a class is neither a function nor a directive.
bool is_data(const DeclarationItem& member);

}  // namespace duet
