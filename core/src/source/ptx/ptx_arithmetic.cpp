#include <array>

#include <fmt/format.h>

#include "ptx_instruction.hpp"

namespace duet {

namespace {

/// Whether an instruction limits its result in a way that is known, if at all.
bool can_be_limited(const PtxInstruction& i) {
  const bool is_integer = i.type == "int" || i.type.ends_with("long long");
  if (i.has("sat") && is_integer) return i.type == "int" && (i.name == "add" || i.name == "sub");
  return !i.has("relu") || !is_integer || i.name == "min" || i.name == "max";
}
/// A result limited to 0 and more by "relu", to the range 0 to 1 or of the type by "sat".
std::string limited_result(const PtxInstruction& i, std::string what) {
  if (i.has("sat") && i.type == "int")
    return fmt::format("duet::ptx::{}_saturated({})", i.name, ptx_values(i, 1));
  if (i.has("sat")) return fmt::format("duet::ptx::saturated({})", what);
  if (i.has("relu")) return fmt::format("duet::ptx::positive({})", what);
  return what;
}

/// "cvt.pack.sat.u4.s32.b32 d, a, b, c"; without c the numbers have 16 bits.
std::optional<std::string> packed_numbers(const PtxInstruction& i) {
  const bool has_upper = i.operands.size() == 4;
  if (!i.has("sat") || i.operands.size() != (has_upper ? 4 : 3)) return std::nullopt;
  for (const std::string& type : i.suffixes) {
    const std::string_view bits = std::string_view(type).substr(1);
    const bool is_integer = type.starts_with('s') || type.starts_with('u');
    const bool is_known = has_upper ? bits == "2" || bits == "4" || bits == "8" : bits == "16";
    if (!is_integer || !is_known) continue;
    return ptx_assignment(
        i.operands[0],
        fmt::format("duet::ptx::pack_numbers<{}, {}>({}, {}, {})", bits, type.starts_with('s'),
                    ptx_value(i.operands[1], "int"), ptx_value(i.operands[2], "int"),
                    has_upper ? ptx_value(i.operands[3], "unsigned") : "0u"));
  }
  return std::nullopt;
}

std::optional<std::string> conversion(const PtxInstruction& i) {
  if (i.name == "mov" && i.operands.size() == 2) {
    const PtxParts to = ptx_elements(i.operands[0]);
    const PtxParts from = ptx_elements(i.operands[1]);
    if (to.size() == 1 && from.size() == 1) return ptx_assignment(to[0], ptx_operand(from[0]));
    if (to.size() == 1 && from.size() == 2) {
      return ptx_assignment(to[0], fmt::format("duet::ptx::pack<{}>({}, {})", i.type,
                                               ptx_operand(from[0]), ptx_operand(from[1])));
    }
    if (to.size() == 2 && from.size() == 1) {
      const std::string all = ptx_value(from[0], i.type);
      return ptx_assignment(to[0], fmt::format("duet::ptx::part<0>({})", all)) +
             ptx_assignment(to[1], fmt::format("duet::ptx::part<1>({})", all));
    }
    const bool is_long = i.type.ends_with("long long");
    if (to.size() == 1 && from.size() == 4 && is_long) {
      return ptx_assignment(to[0],
                            fmt::format("duet::ptx::pack<{}>(duet::ptx::pack<unsigned>({}, {}), "
                                        "duet::ptx::pack<unsigned>({}, {}))",
                                        i.type, ptx_operand(from[0]), ptx_operand(from[1]),
                                        ptx_operand(from[2]), ptx_operand(from[3])));
    }
    if (to.size() == 4 && from.size() == 1 && is_long) {
      std::string code;
      for (std::size_t n = 0; n < to.size(); ++n) {
        code += ptx_assignment(to[n], fmt::format("duet::ptx::part<{}>(duet::ptx::part<{}>({}))",
                                                  n % 2, n / 2, ptx_value(from[0], i.type)));
      }
      return code;
    }
    return std::nullopt;
  }
  if (i.name != "cvt" || i.source_type.empty()) return std::nullopt;
  if (i.has("pack")) return packed_numbers(i);
  if (i.operands.size() == 3) {
    if (i.has("satfinite") || !i.has("rn") || i.source_type != "float") return std::nullopt;
    // The first source is the upper half.
    return ptx_assignment(
        i.operands[0], limited_result(i, fmt::format("duet::ptx::narrow_pair<{}>({}, {})", i.type,
                                                     ptx_value(i.operands[1], "float"),
                                                     ptx_value(i.operands[2], "float"))));
  }
  if (i.operands.size() != 2 || i.has_any({"relu", "satfinite"})) return std::nullopt;
  std::string mode = "none";
  for (const std::string_view known : {"rn", "rz", "rm", "rp", "rna", "rni", "rzi", "rmi", "rpi"}) {
    if (i.has(known)) mode = known;
  }
  if (mode == "rna") return std::nullopt;
  return ptx_assignment(i.operands[0],
                        fmt::format("duet::ptx::convert<{}, duet::ptx::Mode::{}, {}>({})", i.type,
                                    mode, i.has("sat"), ptx_value(i.operands[1], i.source_type)));
}

/// Additions of long numbers, word by word. The carry lives as long as the statement.
std::optional<std::string> with_carry(const PtxInstruction& i) {
  const bool takes = i.name == "addc" || i.name == "subc" || i.name == "madc";
  const std::string_view base = takes ? std::string_view(i.name).substr(0, 3) : i.name;
  const bool is_mad = base == "mad" && i.operands.size() == 4 && i.has_any({"lo", "hi"});
  const bool is_sum = (base == "add" || base == "sub") && i.operands.size() == 3;
  if (!(takes || i.has("cc")) || !(is_mad || is_sum)) return std::nullopt;
  const bool is_wide = i.type.ends_with("long long");
  if (!is_wide && i.type != "int" && i.type != "unsigned") return std::nullopt;
  const std::string_view word = is_wide ? "unsigned long long" : "unsigned";
  const std::size_t last = i.operands.size() - 1;
  const std::string first =
      is_sum ? ptx_value(i.operands[1], word)
             : fmt::format("duet::ptx::word<{}>(duet::ptx::{}({}, {}))", word,
                           i.has("hi") ? "mul_hi" : "mul", ptx_value(i.operands[1], i.type),
                           ptx_value(i.operands[2], i.type));
  return ptx_assignment(i.operands[0],
                        fmt::format("duet::ptx::{}<{}>({}, {}, duet_carry, {}, {})",
                                    base == "sub" ? "subtract" : "add_carrying", word, first,
                                    ptx_value(i.operands[last], word), takes, i.has("cc")));
}

/// How the name of an intrinsic function ends that rounds towards zero, down or up.
std::string_view directed_mode(const PtxInstruction& i) {
  return i.has("rz") ? "rz" : i.has("rm") ? "rd" : i.has("rp") ? "ru" : "";
}
std::optional<std::string> directed(const PtxInstruction& i, std::string_view mode) {
  constexpr std::array<std::string_view, 8> names{"add", "sub",  "mul", "div",
                                                  "rcp", "sqrt", "fma", "mad"};
  if ((i.type != "float" && i.type != "double") || std::ranges::find(names, i.name) == names.end())
    return std::nullopt;
  const bool is_fused = i.name == "fma" || i.name == "mad";
  const std::string name = is_fused ? (i.type == "float" ? "fmaf" : "fma")
                                    : fmt::format("{}{}", i.type == "float" ? 'f' : 'd', i.name);
  return ptx_assignment(i.operands[0], limited_result(i, fmt::format("duet_{}_{}({})", name, mode,
                                                                     ptx_values(i, 1))));
}

std::optional<std::string> arithmetic(const PtxInstruction& i) {
  struct Known {
    std::string_view name;
    std::size_t operands;  ///< with the result
  };
  constexpr std::array<Known, 43> known{
      {{"add", 3},  {"sub", 3},   {"mul", 3},   {"div", 3},   {"rem", 3},  {"min", 3},
       {"max", 3},  {"and", 3},   {"or", 3},    {"xor", 3},   {"shl", 3},  {"shr", 3},
       {"not", 2},  {"neg", 2},   {"abs", 2},   {"cnot", 2},  {"popc", 2}, {"clz", 2},
       {"brev", 2}, {"bfind", 2}, {"fns", 4},   {"rcp", 2},   {"sqrt", 2}, {"rsqrt", 2},
       {"sin", 2},  {"cos", 2},   {"ex2", 2},   {"lg2", 2},   {"tanh", 2}, {"copysign", 3},
       {"fma", 4},  {"mad", 4},   {"mul24", 3}, {"mad24", 4}, {"sad", 4},  {"bfe", 4},
       {"bfi", 5},  {"prmt", 4},  {"dp4a", 4},  {"dp2a", 4},  {"selp", 4}, {"bmsk", 3},
       {"szext", 3}}};
  if (i.name == "lop3" && i.operands.size() == 5) {
    return ptx_assignment(
        i.operands[0],
        fmt::format("duet::ptx::lop3({}, {}, {}, {})", ptx_value(i.operands[1], "unsigned"),
                    ptx_value(i.operands[2], "unsigned"), ptx_value(i.operands[3], "unsigned"),
                    ptx_operand(i.operands[4])));
  }
  if (i.name == "shf" && i.operands.size() == 4) {
    const std::string_view suffix = i.has("clamp") ? "c" : "";
    return ptx_assignment(
        i.operands[0],
        fmt::format("__funnelshift_{}{}({}, {}, {})", i.has("l") ? "l" : "r", suffix,
                    ptx_value(i.operands[1], "unsigned"), ptx_value(i.operands[2], "unsigned"),
                    ptx_value(i.operands[3], "unsigned")));
  }
  if ((i.name == "dp4a" || i.name == "dp2a") && i.operands.size() == 4) {
    if (!i.source_type.empty() && i.source_type != i.type) return std::nullopt;
    const std::string_view half = i.name == "dp4a" ? "" : i.has("hi") ? "_hi" : "_lo";
    return ptx_assignment(i.operands[0], fmt::format("__{}{}({})", i.name, half, ptx_values(i, 1)));
  }
  const auto* const found = std::ranges::find(known, i.name, &Known::name);
  if (found == known.end() || found->operands != i.operands.size() || i.type.empty() ||
      i.has_any({"cc", "oob"}) || !can_be_limited(i)) {
    return std::nullopt;
  }
  if (const std::string_view mode = directed_mode(i); !mode.empty()) return directed(i, mode);
  if (i.name == "selp") {
    return ptx_assignment(i.operands[0], fmt::format("({} ? {} : {})", ptx_operand(i.operands[3]),
                                                     ptx_value(i.operands[1], i.type),
                                                     ptx_value(i.operands[2], i.type)));
  }
  if (i.name == "mad" && i.has("wide")) {
    return ptx_assignment(
        i.operands[0],
        fmt::format("duet::ptx::mul_wide({}, {}) + duet::ptx::wide_of<{}>({})",
                    ptx_value(i.operands[1], i.type), ptx_value(i.operands[2], i.type), i.type,
                    ptx_operand(i.operands[3])));
  }
  std::string name = i.name;
  // These names are keywords of C++.
  if (name == "and" || name == "or" || name == "xor" || name == "not") name += '_';
  for (const std::string_view part : {"hi", "wide"}) {
    if (i.has(part)) name += fmt::format("_{}", part);
  }
  if (i.name == "bmsk" && i.has("wrap")) name += "_wrap";
  // Shifts and the positions of bit fields are unsigned.
  if (i.name == "shl" || i.name == "shr") {
    return ptx_assignment(
        i.operands[0], fmt::format("duet::ptx::{}({}, {})", name, ptx_value(i.operands[1], i.type),
                                   ptx_value(i.operands[2], "unsigned")));
  }
  if (i.name == "bfe" || i.name == "bfi") {
    const std::size_t numbers = i.operands.size() - 2;
    std::string arguments;
    for (std::size_t n = 1; n < i.operands.size(); ++n) {
      arguments += (n == 1 ? "" : ", ") +
                   ptx_value(i.operands[n], n < numbers ? std::string_view(i.type) : "unsigned");
    }
    return ptx_assignment(i.operands[0], fmt::format("duet::ptx::{}({})", name, arguments));
  }
  return ptx_assignment(
      i.operands[0], limited_result(i, fmt::format("duet::ptx::{}({})", name, ptx_values(i, 1))));
}

}  // namespace

std::optional<std::string> ptx_arithmetic_code(const PtxInstruction& i) {
  if (auto code = conversion(i)) return code;
  if (auto code = with_carry(i)) return code;
  return arithmetic(i);
}

}  // namespace duet
