#include <array>

#include <fmt/format.h>

#include "ptx_instruction.hpp"

namespace duet {

namespace {

std::optional<std::string> asynchronous_copy(const PtxInstruction& i) {
  if (i.has_any({"commit_group", "commit_all", "wait_group", "wait_all"})) return "";
  if (i.has_any({"bulk", "mbarrier", "reduce"}) || i.operands.size() < 3) return std::nullopt;
  PtxInstruction from = i;
  std::erase(from.modifiers, "shared");
  std::erase(from.modifiers, "shared::cta");
  const std::string size = ptx_operand(i.operands[2]);
  return fmt::format("duet::ptx::copy<{}>({}, {}, {}); ", size, ptx_address(i.operands[0], i),
                     ptx_address(i.operands[1], from),
                     i.operands.size() > 3 ? ptx_operand(i.operands[3]) : size);
}

}  // namespace

std::optional<std::string> ptx_memory_code(const PtxInstruction& i) {
  if (i.has("L2::cache_hint") && !i.operands.empty()) {
    PtxInstruction plain = i;
    std::erase(plain.modifiers, "L2::cache_hint");
    plain.operands.pop_back();
    return ptx_memory_code(plain);
  }
  const std::size_t n = i.operands.size();
  if ((i.name == "ld" || i.name == "ldu") && n == 2) {
    std::string code;
    const PtxParts to = ptx_elements(i.operands[0]);
    const std::string from = ptx_address(i.operands[1], i);
    if (from.empty() || i.type.empty()) return std::nullopt;
    for (std::size_t e = 0; e < to.size(); ++e) {
      code += ptx_assignment(
          to[e], fmt::format("duet::ptx::load<{}, {}>({}, {})", i.type,
                             i.has_any({"volatile", "relaxed", "acquire", "cv"}), from, e));
    }
    return i.has("acquire") ? code + "__threadfence(); " : code;
  }
  if (i.name == "st" && n == 2) {
    std::string code = i.has("release") ? "__threadfence(); " : "";
    const PtxParts from = ptx_elements(i.operands[1]);
    const std::string to = ptx_address(i.operands[0], i);
    if (to.empty() || i.type.empty()) return std::nullopt;
    for (std::size_t e = 0; e < from.size(); ++e) {
      code += fmt::format("duet::ptx::save<{}, {}>({}, {}, {}); ", i.type,
                          i.has_any({"volatile", "relaxed", "release", "wt"}), to, e,
                          ptx_value(from[e], i.type));
    }
    return code;
  }
  if ((i.name == "red" && n == 2) || (i.name == "atom" && n >= 3)) {
    const std::size_t first = i.name == "red" ? 0 : 1;
    constexpr std::array<std::string_view, 9> operations{"add", "min",  "max", "and", "or",
                                                         "xor", "exch", "inc", "dec"};
    constexpr std::array<std::string_view, 9> functions{"Add", "Min",  "Max", "And", "Or",
                                                        "Xor", "Exch", "Inc", "Dec"};
    const std::string where = ptx_address(i.operands[first], i);
    std::string call;
    if (i.has("cas") && n == first + 3) {
      call = fmt::format("duet::ptx::swap<{}>({}, {}, {})", i.type, where,
                         ptx_value(i.operands[first + 1], i.type),
                         ptx_value(i.operands[first + 2], i.type));
    }
    for (std::size_t o = 0; o < operations.size() && n == first + 2; ++o) {
      if (i.has(operations[o])) {
        call = fmt::format("atomic{}(duet::ptx::pointer<{}>({}), {})", functions[o], i.type, where,
                           ptx_value(i.operands[first + 1], i.type));
      }
    }
    if (call.empty() || where.empty()) return std::nullopt;
    const std::string before = i.has_any({"release", "acq_rel"}) ? "__threadfence(); " : "";
    const std::string after = i.has_any({"acquire", "acq_rel"}) ? "__threadfence(); " : "";
    return before + (first == 1 ? ptx_assignment(i.operands[0], call) : call + "; ") + after;
  }
  if (i.name == "cp" && i.has("async")) return asynchronous_copy(i);
  if (i.name == "prefetch" || i.name == "prefetchu" || i.name == "discard" ||
      i.name == "applypriority")
    return "";
  if (i.name == "createpolicy" && n > 0) return ptx_assignment(i.operands[0], "0ull");
  if (i.name == "cvta" && n == 2) {
    const std::string_view wide = i.type;
    if (!i.has("shared")) return ptx_assignment(i.operands[0], ptx_value(i.operands[1], wide));
    return ptx_assignment(
        i.operands[0], fmt::format("duet::ptx::{}({})", i.has("to") ? "to_shared" : "from_shared",
                                   ptx_operand(i.operands[1])));
  }
  return std::nullopt;
}

}  // namespace duet
