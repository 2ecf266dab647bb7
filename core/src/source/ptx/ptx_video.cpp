#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "ptx_instruction.hpp"

namespace duet {

namespace {

struct VideoForm {
  std::string_view operation;
  int bits = 32;  ///< of each part
};

/// "vadd", "vadd2", "vadd4" and their like. @returns no operation if it is none
VideoForm video_form(std::string_view name) {
  constexpr std::array<std::string_view, 9> operations{"add", "sub", "absdiff", "min", "max",
                                                       "shl", "shr", "avrg",    "set"};
  if (!name.starts_with('v')) return {};
  name.remove_prefix(1);
  VideoForm form;
  if (name.ends_with('2') || name.ends_with('4')) {
    form.bits = name.ends_with('2') ? 16 : 8;
    name.remove_suffix(1);
  }
  const auto* const found = std::ranges::find(operations, name);
  const bool has_parts = form.bits != 32;
  const bool is_shift = name == "shl" || name == "shr";
  if (found != operations.end() && !(has_parts ? is_shift : name == "avrg"))
    form.operation = *found;
  return form;
}

/// The types of the result and of two operands: "u32.u32.s32". That of comparisons is unsigned.
std::array<std::string_view, 3> video_types(const PtxInstruction& i, bool is_comparison) {
  std::array<std::string_view, 3> types{};
  std::size_t n = 0;
  if (is_comparison) types[n++] = "unsigned";
  for (const std::string& suffix : i.suffixes) {
    const bool is_type = suffix == "u32" || suffix == "s32";
    if (is_type && n < types.size()) types[n++] = ptx_cpp_type(suffix);
  }
  return n == types.size() ? types : std::array<std::string_view, 3>{};
}

/// A part of a register: "%1.b3" or "%1.h0".
struct VideoPart {
  std::string_view whole;  ///< "%1"
  int bits;
  int at;  ///< the lowest bit
};
std::optional<VideoPart> video_part(std::string_view operand) {
  const std::size_t dot = operand.rfind('.');
  const std::string_view part = operand.substr(std::min(dot, operand.size() - 1) + 1);
  if (part.size() != 2 || (part[0] != 'b' && part[0] != 'h')) return std::nullopt;
  const int bits = part[0] == 'b' ? 8 : 16;
  const int at = (part[1] - '0') * bits;
  if (at < 0 || at >= 32) return std::nullopt;
  return VideoPart{operand.substr(0, dot), bits, at};
}

/// An operand. That of "vadd" and such may be a part of a register, with the sign of its type.
/// @returns nothing if the translation does not know its form
std::optional<std::string> video_operand(std::string_view operand, std::string_view type,
                                         bool may_be_part) {
  if (operand.find('.') == std::string_view::npos) return ptx_value(operand, "unsigned");
  const auto part = video_part(operand);
  if (!may_be_part || !part) return std::nullopt;
  return fmt::format("unsigned(duet::ptx::video_part<{}, {}>({}, {}))", part->bits, type,
                     ptx_value(part->whole, "unsigned"), part->at);
}

std::string_view shift_mode(const PtxInstruction& i) { return i.has("wrap") ? "wrap" : "clamp"; }

}  // namespace

std::optional<std::string> ptx_video_code(const PtxInstruction& i) {
  const VideoForm form = video_form(i.name);
  const std::size_t n = i.operands.size();
  if (form.operation.empty() || n < 3 || n > 4) return std::nullopt;
  const bool is_set = form.operation == "set";
  const auto [to, first, second] = video_types(i, is_set);
  if (second.empty()) return std::nullopt;
  std::string operation(form.operation);
  const bool is_shift = operation == "shl" || operation == "shr";
  if (is_shift) {
    if (i.has("sat")) return std::nullopt;
    operation += fmt::format("_{}", shift_mode(i));
  }
  // What happens to the result: "vadd.u32.u32.u32.add d, a, b, c".
  std::string_view last;
  for (const std::string_view one : {"add", "min", "max"}) {
    if (i.has(one)) last = one;
  }
  for (const std::string_view one : {"eq", "ne", "lt", "le", "gt", "ge"}) {
    if (is_set && i.has(one)) operation = one;
  }
  if (operation == "set" || (!last.empty() && n != 4)) return std::nullopt;
  const bool has_parts = form.bits != 32;
  if (has_parts && !last.empty() && last != "add") return std::nullopt;
  // Without a further operation the result replaces a part of c: "vadd.u32.u32.u32 d.h0, a, b, c".
  const bool is_merged = !has_parts && last.empty() && n == 4;
  const auto merged = is_merged ? video_part(i.operands[0]) : std::nullopt;
  if (is_merged && (!merged || i.has("sat"))) return std::nullopt;
  const auto a = video_operand(i.operands[1], first, !has_parts);
  const auto b = video_operand(i.operands[2], second, !has_parts);
  const auto is_part = [](const std::string& operand) {
    return operand.find('.') != std::string::npos;
  };
  if (!a || !b || (!is_merged && is_part(i.operands[0])) || (n == 4 && is_part(i.operands[3])))
    return std::nullopt;
  const std::string call =
      fmt::format("duet::ptx::video{}<duet::ptx::Video::{}, {}, {}, {}, {}, {}>({}, {})",
                  has_parts && !last.empty() ? "_sum" : "", operation, form.bits, to, first, second,
                  i.has("sat"), *a, *b);
  if (merged) {
    return ptx_assignment(merged->whole,
                          fmt::format("duet::ptx::video_merged<{}>({}, {}, {})", merged->bits, call,
                                      merged->at, ptx_value(i.operands[3], "unsigned")));
  }
  if (last.empty()) return ptx_assignment(i.operands[0], call);
  return ptx_assignment(i.operands[0], fmt::format("duet::ptx::{}({}({}), {})", last, to, call,
                                                   ptx_value(i.operands[3], to)));
}

}  // namespace duet
