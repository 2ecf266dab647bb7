#include "ptx_instruction.hpp"

#include <array>
#include <cctype>

#include <fmt/format.h>

namespace duet {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\n\r";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

PtxParts ptx_split(std::string_view text, char separator) {
  PtxParts words;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : separator;
    if (c == '{' || c == '[' || c == '(') ++depth;
    if (c == '}' || c == ']' || c == ')') --depth;
    if (i == text.size() || (c == separator && depth <= 0)) {
      words.emplace_back(without_blanks(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  return words;
}

std::string_view ptx_cpp_type(std::string_view type) {
  struct Row {
    std::string_view ptx, cpp;
  };
  constexpr std::array<Row, 20> rows{{{"b8", "unsigned char"},
                                      {"u8", "unsigned char"},
                                      {"s8", "signed char"},
                                      {"b16", "unsigned short"},
                                      {"u16", "unsigned short"},
                                      {"s16", "short"},
                                      {"b32", "unsigned"},
                                      {"u32", "unsigned"},
                                      {"s32", "int"},
                                      {"b64", "unsigned long long"},
                                      {"u64", "unsigned long long"},
                                      {"s64", "long long"},
                                      {"f32", "float"},
                                      {"f64", "double"},
                                      {"f16", "duet::half"},
                                      {"bf16", "duet::bfloat16"},
                                      {"f16x2", "duet::half_pair"},
                                      {"bf16x2", "duet::bfloat16_pair"},
                                      {"pred", "bool"},
                                      {"tf32", ""}}};
  const auto* const found = std::ranges::find(rows, type, &Row::ptx);
  return found == rows.end() ? "" : found->cpp;
}

std::string register_name(std::string_view name) {
  std::string text = "duet_r_";
  if (name.starts_with("%%")) name.remove_prefix(1);
  for (const char c : name) text += c == '%' || c == '$' ? '_' : c;
  return text;
}

/// Whether a name is that of a register that the hardware sets. Others are the program's own.
bool is_special_register(std::string_view name) {
  constexpr std::array<std::string_view, 28> names{"tid",
                                                   "ntid",
                                                   "laneid",
                                                   "warpid",
                                                   "nwarpid",
                                                   "ctaid",
                                                   "nctaid",
                                                   "smid",
                                                   "nsmid",
                                                   "gridid",
                                                   "lanemask_eq",
                                                   "lanemask_le",
                                                   "lanemask_lt",
                                                   "lanemask_ge",
                                                   "lanemask_gt",
                                                   "clock",
                                                   "clock_hi",
                                                   "clock64",
                                                   "globaltimer",
                                                   "globaltimer_lo",
                                                   "globaltimer_hi",
                                                   "dynamic_smem_size",
                                                   "total_smem_size",
                                                   "clusterid",
                                                   "nclusterid",
                                                   "cluster_ctaid",
                                                   "cluster_nctaid",
                                                   "cluster_ctarank"};
  return std::ranges::find(names, name.substr(0, name.find('.'))) != names.end();
}

std::string ptx_operand(std::string_view text) {
  if (text.empty()) return "0";
  const bool is_number = std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text[0] == '-';
  if (is_number && (text.starts_with("0f") || text.starts_with("0F"))) {
    return fmt::format("__uint_as_float(0x{}u)", text.substr(2));
  }
  if (is_number && (text.starts_with("0d") || text.starts_with("0D"))) {
    return fmt::format("__longlong_as_double(0x{}ll)", text.substr(2));
  }
  if (is_number) {
    if (text.ends_with('U')) text.remove_suffix(1);
    return std::string(text);
  }
  if (text[0] == '!') return fmt::format("!{}", ptx_operand(text.substr(1)));
  if (text[0] == '%' && text.size() > 1 && std::isdigit(static_cast<unsigned char>(text[1])) != 0) {
    return fmt::format("duet_p{}", text.substr(1));
  }
  if (text[0] == '%') {
    std::string name(text.substr(text.starts_with("%%") ? 2 : 1));
    if (is_special_register(name)) {
      std::ranges::replace(name, '.', '_');
      return fmt::format("duet::ptx::special_{}()", name);
    }
  }
  return register_name(text);
}
std::string ptx_value(std::string_view text, std::string_view type) {
  return fmt::format("duet::ptx::word<{}>({})", type, ptx_operand(text));
}
std::string ptx_values(const PtxInstruction& i, std::size_t first) {
  std::string text;
  for (std::size_t n = first; n < i.operands.size(); ++n) {
    text += (n == first ? "" : ", ") + ptx_value(i.operands[n], i.type);
  }
  return text;
}
std::string ptx_assignment(std::string_view to, const std::string& what) {
  if (to == "_") return fmt::format("(void)({}); ", what);  // a result that is not wanted
  return fmt::format("duet::ptx::store({}, {}); ", ptx_operand(to), what);
}
std::string ptx_address(std::string_view text, const PtxInstruction& i) {
  if (text.size() < 3 || !text.starts_with('[')) return {};
  text = without_blanks(text.substr(1, text.size() - 2));
  const std::size_t plus = text.find('+');
  const std::string offset =
      plus == std::string_view::npos ? "0" : std::string(without_blanks(text.substr(plus + 1)));
  return fmt::format("duet::ptx::{}address({}, {})",
                     i.has_any({"shared", "shared::cta"}) ? "shared_" : "",
                     ptx_operand(without_blanks(text.substr(0, plus))), ptx_operand(offset));
}

PtxParts ptx_elements(std::string_view text) {
  if (!text.starts_with('{')) return {std::string(text)};
  return ptx_split(text.substr(1, text.size() - 2), ',');
}

}  // namespace duet
