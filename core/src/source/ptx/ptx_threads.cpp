#include <fmt/format.h>

#include "ptx_instruction.hpp"

namespace duet {

namespace {

std::optional<std::string> synchronisation(const PtxInstruction& i) {
  const std::size_t n = i.operands.size();
  if (i.name == "bar" && i.has("warp"))
    return fmt::format("__syncwarp({}); ", ptx_operand(i.operands.empty() ? "-1" : i.operands[0]));
  if ((i.name == "bar" || i.name == "barrier") && i.has("sync") && !i.has("cluster") && n <= 2) {
    if (n < 2) return "__syncthreads(); ";
    // Of all threads of the block; no target has barriers of a part of them.
    return fmt::format(
        "if ({} == blockDim.x * blockDim.y * blockDim.z) {{ __syncthreads(); }} else {{ __trap(); "
        "}} ",
        ptx_value(i.operands[1], "unsigned"));
  }
  // A vote of the block: "bar.red.popc.u32 d, 0, p".
  if ((i.name == "bar" || i.name == "barrier") && i.has("red") && n == 3 && i.operands[1] == "0") {
    const std::string_view vote = i.has("popc") ? "count" : i.has("and") ? "and" : "or";
    return ptx_assignment(i.operands[0],
                          fmt::format("__syncthreads_{}({})", vote, ptx_operand(i.operands[2])));
  }
  if (i.name == "membar" || i.name == "fence") {
    if (i.has_any({"proxy", "mbarrier_init"})) return std::nullopt;
    if (i.has_any({"cta"})) return "__threadfence_block(); ";
    return i.has_any({"sys"}) ? "__threadfence_system(); " : "__threadfence(); ";
  }
  if (i.name == "trap") return "__trap(); ";
  if (i.name == "brkpt") return "__brkpt(); ";
  if (i.name == "pmevent") return "";
  if (i.name == "nanosleep" && n == 1)
    return fmt::format("__nanosleep({}); ", ptx_value(i.operands[0], "unsigned"));
  if (i.name == "griddepcontrol") return "";
  return std::nullopt;
}

std::optional<std::string> exchange(const PtxInstruction& i) {
  const std::size_t n = i.operands.size();
  if (i.name == "activemask") return ptx_assignment(i.operands[0], "__activemask()");
  if (i.name == "vote" && n >= 2) {
    const std::string mask = n == 3 ? ptx_value(i.operands[2], "unsigned") : "__activemask()";
    const std::string what = i.has("ballot") ? "ballot"
                             : i.has("any")  ? "any"
                             : i.has("all")  ? "all"
                                             : "uni";
    return ptx_assignment(i.operands[0],
                          fmt::format("__{}_sync({}, {})", what, mask, ptx_operand(i.operands[1])));
  }
  if (i.name == "shfl" && n >= 4) {
    const PtxParts to = ptx_split(i.operands[0], '|');
    const std::string mask = n == 5 ? ptx_value(i.operands[4], "unsigned") : "__activemask()";
    const std::string kind = i.has("up")     ? "up"
                             : i.has("down") ? "down"
                             : i.has("bfly") ? "bfly"
                                             : "idx";
    const std::string call =
        fmt::format("duet::ptx::shuffle_{}({}, {}, {}, {}, duet_inside)", kind, mask,
                    ptx_value(i.operands[1], "unsigned"), ptx_value(i.operands[2], "unsigned"),
                    ptx_value(i.operands[3], "unsigned"));
    return "{ bool duet_inside = true; " + ptx_assignment(to[0], call) +
           (to.size() > 1 ? ptx_assignment(to[1], "duet_inside") : "(void)duet_inside; ") + "} ";
  }
  if (i.name == "match" && n == 3 && i.has("any")) {
    return ptx_assignment(
        i.operands[0], fmt::format("__match_any_sync({}, {})", ptx_value(i.operands[2], "unsigned"),
                                   ptx_value(i.operands[1], i.type)));
  }
  if (i.name == "redux" && n == 3) {
    for (const std::string_view operation : {"add", "min", "max", "and", "or", "xor"}) {
      if (!i.has(operation)) continue;
      const bool is_bitwise = operation == "and" || operation == "or" || operation == "xor";
      return ptx_assignment(
          i.operands[0],
          fmt::format("__reduce_{}_sync({}, {})", operation, ptx_value(i.operands[2], "unsigned"),
                      ptx_value(i.operands[1], is_bitwise ? "unsigned" : i.type)));
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> ptx_thread_code(const PtxInstruction& i) {
  if (auto code = synchronisation(i)) return code;
  return exchange(i);
}

}  // namespace duet
