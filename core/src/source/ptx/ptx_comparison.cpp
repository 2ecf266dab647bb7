#include <array>

#include <fmt/format.h>

#include "ptx_instruction.hpp"

namespace duet {

namespace {

/// The comparison of operands 1 and 2 as numbers of a type; empty if it is not known.
std::string comparison_of(const PtxInstruction& i, std::string_view type) {
  constexpr std::array<std::string_view, 14> names{"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                                   "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
  struct Unsigned {
    std::string_view name, same;
  };
  constexpr std::array<Unsigned, 4> unsigned_names{
      {{"lo", "lt"}, {"ls", "le"}, {"hi", "gt"}, {"hs", "ge"}}};
  std::string_view found;
  for (const std::string_view name : names) {
    if (i.has(name)) found = name;
  }
  for (const Unsigned& one : unsigned_names) {
    if (i.has(one.name)) found = one.same;
  }
  if (found.empty() || type.empty() || type.ends_with("_pair")) return {};
  return fmt::format("duet::ptx::compare<duet::ptx::Comparison::{}>({}, {})", found,
                     ptx_value(i.operands[1], type), ptx_value(i.operands[2], type));
}

/// How a result is combined with a further predicate: "&", "|" or "^"; empty if it is not.
std::string_view combination_of(const PtxInstruction& i) {
  return i.has("and") ? "&" : i.has("or") ? "|" : i.has("xor") ? "^" : "";
}

/// "setp.lt.and.s32 p|q, a, b, c": the second predicate gets the opposite of the comparison.
std::optional<std::string> set_predicates(const PtxInstruction& i) {
  const std::string_view combination = combination_of(i);
  const std::size_t wanted = combination.empty() ? 3 : 4;
  if (i.operands.size() != wanted) return std::nullopt;
  const std::string comparison = comparison_of(i, i.type);
  if (comparison.empty()) return std::nullopt;
  const std::string rest =
      combination.empty() ? ""
                          : fmt::format(" {} bool({})", combination, ptx_operand(i.operands[3]));
  const PtxParts to = ptx_split(i.operands[0], '|');
  if (to.size() == 1) return ptx_assignment(to[0], fmt::format("({}{})", comparison, rest));
  return fmt::format("{{ const bool duet_holds = {}, duet_first = duet_holds{}, ", comparison,
                     rest) +
         fmt::format("duet_second = !duet_holds{}; ", rest) + ptx_assignment(to[0], "duet_first") +
         ptx_assignment(to[1], "duet_second") + "} ";
}

/// "set.lt.u32.f32 d, a, b": all bits, or 1 as a number, if it holds.
std::optional<std::string> set_register(const PtxInstruction& i) {
  const std::string_view combination = combination_of(i);
  const std::size_t wanted = combination.empty() ? 3 : 4;
  if (i.operands.size() != wanted || i.type.ends_with("_pair")) return std::nullopt;
  const std::string comparison = comparison_of(i, i.source_type);
  if (comparison.empty()) return std::nullopt;
  const std::string rest =
      combination.empty() ? ""
                          : fmt::format(" {} bool({})", combination, ptx_operand(i.operands[3]));
  return ptx_assignment(i.operands[0],
                        fmt::format("duet::ptx::truth<{}>({}{})", i.type, comparison, rest));
}

/// Which kind of floating-point number an operand is.
std::optional<std::string> test_number(const PtxInstruction& i) {
  if (i.operands.size() != 2 || i.modifiers.size() != 1) return std::nullopt;
  if (i.type != "float" && i.type != "double") return std::nullopt;
  for (const std::string_view kind :
       {"finite", "infinite", "number", "notanumber", "normal", "subnormal"}) {
    if (!i.has(kind)) continue;
    const std::string_view name = kind == "number" ? "any_number" : kind;
    return ptx_assignment(
        i.operands[0], fmt::format("duet::ptx::is_{}({})", name, ptx_value(i.operands[1], i.type)));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> ptx_comparison_code(const PtxInstruction& i) {
  if (i.name == "setp") return set_predicates(i);
  if (i.name == "set") return set_register(i);
  if (i.name == "testp") return test_number(i);
  if (i.name == "slct" && i.operands.size() == 4 && !i.source_type.empty()) {
    return ptx_assignment(
        i.operands[0],
        fmt::format("({} >= 0 ? {} : {})", ptx_value(i.operands[3], i.source_type),
                    ptx_value(i.operands[1], i.type), ptx_value(i.operands[2], i.type)));
  }
  return std::nullopt;
}

}  // namespace duet
