#include "ptx_translation.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "inline_assembly.hpp"

namespace duet {

namespace {

using PtxParts = std::vector<std::string>;

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\n\r";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// Splits at a character outside brackets.
PtxParts split(std::string_view text, char separator) {
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

/// The C++ type of a PTX type; empty if it has none.
std::string_view cpp_type(std::string_view type) {
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

/// An instruction: "ld.global.nc.v2.f32 {%0, %1}, [%2+8]".
struct Instruction {
  std::string_view line{};  ///< for messages
  std::string guard{};      ///< the predicate, "p" or "!p"
  std::string name{};       ///< "ld"
  PtxParts modifiers{};     ///< "global", "nc", "v2"
  std::string type{};       ///< C++ type of the last type suffix
  std::string
      source_type{};  ///< of the one before it in a conversion: the last; `type` is then the first
  PtxParts operands{};

  bool has(std::string_view modifier) const {
    return std::ranges::find(modifiers, modifier) != modifiers.end();
  }
  bool has_any(std::initializer_list<std::string_view> list) const {
    return std::ranges::any_of(list, [this](std::string_view m) { return has(m); });
  }
};

/// Translates the instructions of one statement.
class Translation {
 public:
  explicit Translation(const InlineAssembly& assembly) : assembly_(assembly) {}

  std::string run() {
    declare_operands();
    for (const std::string& line : split_statements()) {
      if (!translate(line)) {
        return fmt::format(
            "do {{ static_assert(duet::ptx::is_unknown<__LINE__>, \"the PTX "
            "instruction '{}' is not known for this target; write it in C++\"); }} "
            "while (0);",
            escaped(line));
      }
    }
    return "do { " + declarations_ + body_ + results_ + "} while (0);";
  }

 private:
  static std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
    return result;
  }

  void declare_operands() {
    for (std::size_t i = 0; i < assembly_.operands.size(); ++i) {
      const AssemblyOperand& operand = assembly_.operands[i];
      const char letter = operand.constraint.empty() ? 'r' : operand.constraint.back();
      const std::string expression = flat(operand.expression);
      const bool is_output = operand.constraint.find_first_of("=+") != std::string::npos;
      const bool is_input = operand.constraint.find('=') == std::string::npos;
      const std::string_view type = letter == 'h'   ? "unsigned short"
                                    : letter == 'l' ? "unsigned long long"
                                    : letter == 'f' ? "float"
                                    : letter == 'd' ? "double"
                                    : letter == 'q' ? "unsigned __int128"
                                                    : "unsigned";
      if (letter == 'n' || letter == 'i') {
        declarations_ += fmt::format("constexpr auto duet_p{} = ({}); ", i, expression);
      } else if (is_input) {
        declarations_ +=
            fmt::format("{0} duet_p{1} = duet::ptx::word<{0}>({2}); ", type, i, expression);
      } else {
        declarations_ += fmt::format("{} duet_p{} = 0; ", type, i);
      }
      if (is_output) results_ += fmt::format("duet::ptx::store({}, duet_p{}); ", expression, i);
    }
  }

  /// An expression on one line, so that lines keep their numbers.
  static std::string flat(std::string_view expression) {
    std::string text(expression);
    std::ranges::replace(text, '\n', ' ');
    return text;
  }

  /// The instructions and declarations, without comments and outer braces.
  PtxParts split_statements() const {
    std::string text = assembly_.text;
    for (std::size_t at = 0; (at = text.find("/*", at)) != std::string::npos;) {
      const std::size_t end = text.find("*/", at);
      text.erase(at, end == std::string::npos ? end : end + 2 - at);
    }
    PtxParts lines;
    std::string line;
    for (const char c : text) {
      const std::string_view so_far = without_blanks(line);
      const bool is_scope = (c == '{' && so_far.empty()) || (c == '}' && so_far.empty());
      if (is_scope) continue;
      if (c == ';') {
        if (!so_far.empty()) lines.emplace_back(so_far);
        line.clear();
      } else {
        line += c;
      }
    }
    if (!without_blanks(line).empty()) lines.emplace_back(without_blanks(line));
    return lines;
  }

  bool translate(std::string_view line) {
    if (line.starts_with(".reg")) return declare(line);
    Instruction instruction{.line = line};
    if (line.starts_with('@')) {
      const std::size_t end = line.find_first_of(" \t");
      if (end == std::string_view::npos) return false;
      const bool is_negated = line[1] == '!';
      instruction.guard = (is_negated ? "!" : "") +
                          name_of(line.substr(is_negated ? 2 : 1, end - (is_negated ? 2 : 1)));
      line = without_blanks(line.substr(end));
    }
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    PtxParts parts = split(line.substr(0, end), '.');
    instruction.name = parts.front();
    instruction.operands = split(without_blanks(line.substr(end)), ',');
    if (instruction.operands.size() == 1 && instruction.operands[0].empty()) {
      instruction.operands.clear();
    }
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const std::string_view type = cpp_type(parts[i]);
      if (type.empty()) {
        instruction.modifiers.push_back(parts[i]);
      } else if (instruction.type.empty()) {
        instruction.type = type;
      } else {
        instruction.source_type = type;
      }
    }
    const std::optional<std::string> code = code_of(instruction);
    if (!code) return false;
    body_ += instruction.guard.empty() ? *code
                                       : fmt::format("if ({}) {{ {}}} ", instruction.guard, *code);
    return true;
  }

  /// ".reg .pred p, q" and ".reg .b32 r<4>"
  bool declare(std::string_view line) {
    line = without_blanks(line.substr(4));
    const std::size_t end = line.find_first_of(" \t");
    if (!line.starts_with('.') || end == std::string_view::npos) return false;
    const std::string_view ptx = line.substr(1, end - 1);
    // Registers hold bits; f16 registers are numbers of 16 bits.
    std::string type(cpp_type(ptx));
    if (ptx == "f16" || ptx == "bf16") type = "unsigned short";
    if (ptx == "f16x2" || ptx == "bf16x2") type = "unsigned";
    if (type.empty()) return false;
    for (const std::string& name : split(line.substr(end), ',')) {
      const std::size_t range = name.find('<');
      if (range == std::string::npos) {
        declarations_ += fmt::format("[[maybe_unused]] {} {} = 0; ", type, name_of(name));
        continue;
      }
      const int count = std::atoi(name.c_str() + range + 1);
      if (count <= 0 || count > 256) return false;
      for (int i = 0; i < count; ++i) {
        declarations_ += fmt::format("[[maybe_unused]] {} {} = 0; ", type,
                                     name_of(name.substr(0, range) + std::to_string(i)));
      }
    }
    return true;
  }

  static std::string name_of(std::string_view name) {
    std::string text = "duet_r_";
    for (const char c : name) text += c == '%' || c == '$' ? '_' : c;
    return text;
  }

  /// The C++ name or value of an operand: %0, a register, a number.
  static std::string operand(std::string_view text) {
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
    if (text[0] == '!') return "!" + operand(text.substr(1));
    if (text[0] == '%' && text.size() > 1 &&
        std::isdigit(static_cast<unsigned char>(text[1])) != 0) {
      return fmt::format("duet_p{}", text.substr(1));
    }
    if (text[0] == '%' && !text.starts_with("%r") && !text.starts_with("%f") &&
        !text.starts_with("%p")) {
      std::string name(text.substr(1));
      std::ranges::replace(name, '.', '_');
      return fmt::format("duet::ptx::special_{}()", name.substr(name[0] == '%' ? 1 : 0));
    }
    return name_of(text);
  }
  /// An operand as a value of a type.
  static std::string value(std::string_view text, std::string_view type) {
    return fmt::format("duet::ptx::word<{}>({})", type, operand(text));
  }
  /// The arguments of a function: operands from number `first` on.
  static std::string values(const Instruction& i, std::size_t first) {
    std::string text;
    for (std::size_t n = first; n < i.operands.size(); ++n) {
      text += (n == first ? "" : ", ") + value(i.operands[n], i.type);
    }
    return text;
  }
  static std::string assign(std::string_view to, const std::string& what) {
    return fmt::format("duet::ptx::store({}, {}); ", operand(to), what);
  }
  /// "[%1+8]" as an address. @param space  the instruction's state space, for 32-bit addresses
  static std::string address(std::string_view text, const Instruction& i) {
    if (text.size() < 3 || !text.starts_with('[')) return {};
    text = without_blanks(text.substr(1, text.size() - 2));
    const std::size_t plus = text.find('+');
    const std::string offset =
        plus == std::string_view::npos ? "0" : std::string(without_blanks(text.substr(plus + 1)));
    return fmt::format("duet::ptx::{}address({}, {})",
                       i.has_any({"shared", "shared::cta"}) ? "shared_" : "",
                       operand(without_blanks(text.substr(0, plus))), operand(offset));
  }

  static std::optional<std::string> code_of(const Instruction& i) {
    if (auto code = memory(i)) return code;
    if (auto code = synchronisation(i)) return code;
    if (auto code = exchange(i)) return code;
    if (auto code = conversion(i)) return code;
    return arithmetic(i);
  }

  static PtxParts elements(std::string_view text) {
    if (!text.starts_with('{')) return {std::string(text)};
    return split(text.substr(1, text.size() - 2), ',');
  }

  static std::optional<std::string> memory(const Instruction& i) {
    const std::size_t n = i.operands.size();
    if ((i.name == "ld" || i.name == "ldu") && n == 2) {
      std::string code;
      const PtxParts to = elements(i.operands[0]);
      const std::string from = address(i.operands[1], i);
      if (from.empty() || i.type.empty()) return std::nullopt;
      for (std::size_t e = 0; e < to.size(); ++e) {
        code += assign(to[e],
                       fmt::format("duet::ptx::load<{}, {}>({}, {})", i.type,
                                   i.has_any({"volatile", "relaxed", "acquire", "cv"}), from, e));
      }
      return i.has("acquire") ? code + "__threadfence(); " : code;
    }
    if (i.name == "st" && n == 2) {
      std::string code = i.has("release") ? "__threadfence(); " : "";
      const PtxParts from = elements(i.operands[1]);
      const std::string to = address(i.operands[0], i);
      if (to.empty() || i.type.empty()) return std::nullopt;
      for (std::size_t e = 0; e < from.size(); ++e) {
        code += fmt::format("duet::ptx::save<{}, {}>({}, {}, {}); ", i.type,
                            i.has_any({"volatile", "relaxed", "release", "wt"}), to, e,
                            value(from[e], i.type));
      }
      return code;
    }
    if ((i.name == "red" && n == 2) || (i.name == "atom" && n >= 3)) {
      const std::size_t first = i.name == "red" ? 0 : 1;
      constexpr std::array<std::string_view, 9> operations{"add", "min",  "max", "and", "or",
                                                           "xor", "exch", "inc", "dec"};
      constexpr std::array<std::string_view, 9> functions{"Add", "Min",  "Max", "And", "Or",
                                                          "Xor", "Exch", "Inc", "Dec"};
      const std::string where = address(i.operands[first], i);
      std::string call;
      if (i.has("cas") && n == first + 3) {
        call =
            fmt::format("duet::ptx::swap<{}>({}, {}, {})", i.type, where,
                        value(i.operands[first + 1], i.type), value(i.operands[first + 2], i.type));
      }
      for (std::size_t o = 0; o < operations.size() && n == first + 2; ++o) {
        if (i.has(operations[o])) {
          call = fmt::format("atomic{}(duet::ptx::pointer<{}>({}), {})", functions[o], i.type,
                             where, value(i.operands[first + 1], i.type));
        }
      }
      if (call.empty() || where.empty()) return std::nullopt;
      const std::string before = i.has_any({"release", "acq_rel"}) ? "__threadfence(); " : "";
      const std::string after = i.has_any({"acquire", "acq_rel"}) ? "__threadfence(); " : "";
      return before + (first == 1 ? assign(i.operands[0], call) : call + "; ") + after;
    }
    if (i.name == "cp" && i.has("async")) return asynchronous_copy(i);
    if (i.name == "prefetch" || i.name == "prefetchu" || i.name == "discard" ||
        i.name == "applypriority")
      return "";
    if (i.name == "cvta" && n == 2) {
      const std::string_view wide = i.type;
      if (!i.has("shared")) return assign(i.operands[0], value(i.operands[1], wide));
      return assign(i.operands[0],
                    fmt::format("duet::ptx::{}({})", i.has("to") ? "to_shared" : "from_shared",
                                operand(i.operands[1])));
    }
    return std::nullopt;
  }

  static std::optional<std::string> asynchronous_copy(const Instruction& i) {
    if (i.has_any({"commit_group", "commit_all", "wait_group", "wait_all"})) return "";
    if (i.has_any({"bulk", "mbarrier", "reduce"}) || i.operands.size() < 3) return std::nullopt;
    Instruction from = i;
    std::erase(from.modifiers, "shared");
    std::erase(from.modifiers, "shared::cta");
    const std::string size = operand(i.operands[2]);
    return fmt::format("duet::ptx::copy<{}>({}, {}, {}); ", size, address(i.operands[0], i),
                       address(i.operands[1], from),
                       i.operands.size() > 3 ? operand(i.operands[3]) : size);
  }

  static std::optional<std::string> synchronisation(const Instruction& i) {
    const std::size_t n = i.operands.size();
    if (i.name == "bar" && i.has("warp"))
      return fmt::format("__syncwarp({}); ", operand(i.operands.empty() ? "-1" : i.operands[0]));
    if ((i.name == "bar" || i.name == "barrier") && i.has("sync") && !i.has("cluster") &&
        (n == 0 || (n == 1 && i.operands[0] == "0"))) {
      return "__syncthreads(); ";
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
      return fmt::format("__nanosleep({}); ", value(i.operands[0], "unsigned"));
    if (i.name == "griddepcontrol") return "";
    return std::nullopt;
  }

  static std::optional<std::string> exchange(const Instruction& i) {
    const std::size_t n = i.operands.size();
    if (i.name == "activemask") return assign(i.operands[0], "__activemask()");
    if (i.name == "vote" && n >= 2) {
      const std::string mask = n == 3 ? value(i.operands[2], "unsigned") : "__activemask()";
      const std::string what = i.has("ballot") ? "ballot"
                               : i.has("any")  ? "any"
                               : i.has("all")  ? "all"
                                               : "uni";
      return assign(i.operands[0],
                    fmt::format("__{}_sync({}, {})", what, mask, operand(i.operands[1])));
    }
    if (i.name == "shfl" && n >= 4) {
      const PtxParts to = split(i.operands[0], '|');
      const std::string mask = n == 5 ? value(i.operands[4], "unsigned") : "__activemask()";
      const std::string kind = i.has("up")     ? "up"
                               : i.has("down") ? "down"
                               : i.has("bfly") ? "bfly"
                                               : "idx";
      const std::string call =
          fmt::format("duet::ptx::shuffle_{}({}, {}, {}, {}, duet_inside)", kind, mask,
                      value(i.operands[1], "unsigned"), value(i.operands[2], "unsigned"),
                      value(i.operands[3], "unsigned"));
      return "{ bool duet_inside = true; " + assign(to[0], call) +
             (to.size() > 1 ? assign(to[1], "duet_inside") : "(void)duet_inside; ") + "} ";
    }
    if (i.name == "match" && n == 3 && i.has("any")) {
      return assign(i.operands[0],
                    fmt::format("__match_any_sync({}, {})", value(i.operands[2], "unsigned"),
                                value(i.operands[1], i.type)));
    }
    if (i.name == "redux" && n == 3) {
      for (const std::string_view operation : {"add", "min", "max", "and", "or", "xor"}) {
        if (!i.has(operation)) continue;
        const bool is_bitwise = operation == "and" || operation == "or" || operation == "xor";
        return assign(
            i.operands[0],
            fmt::format("__reduce_{}_sync({}, {})", operation, value(i.operands[2], "unsigned"),
                        value(i.operands[1], is_bitwise ? "unsigned" : i.type)));
      }
    }
    return std::nullopt;
  }

  static std::optional<std::string> conversion(const Instruction& i) {
    if (i.name == "mov" && i.operands.size() == 2) {
      const PtxParts to = elements(i.operands[0]);
      const PtxParts from = elements(i.operands[1]);
      if (to.size() == 1 && from.size() == 1) return assign(to[0], operand(from[0]));
      if (to.size() == 1 && from.size() == 2) {
        return assign(to[0], fmt::format("duet::ptx::pack<{}>({}, {})", i.type, operand(from[0]),
                                         operand(from[1])));
      }
      if (to.size() == 2 && from.size() == 1) {
        const std::string all = value(from[0], i.type);
        return assign(to[0], fmt::format("duet::ptx::part<0>({})", all)) +
               assign(to[1], fmt::format("duet::ptx::part<1>({})", all));
      }
      return std::nullopt;
    }
    if (i.name != "cvt" || i.source_type.empty()) return std::nullopt;
    if (i.operands.size() == 3) {
      if (i.has_any({"relu", "satfinite"}) || !i.has("rn") || i.source_type != "float")
        return std::nullopt;
      // The first source is the upper half.
      return assign(i.operands[0],
                    fmt::format("duet::ptx::narrow_pair<{}>({}, {})", i.type,
                                value(i.operands[1], "float"), value(i.operands[2], "float")));
    }
    if (i.operands.size() != 2 || i.has_any({"relu", "satfinite"})) return std::nullopt;
    std::string mode = "none";
    for (const std::string_view known :
         {"rn", "rz", "rm", "rp", "rna", "rni", "rzi", "rmi", "rpi"}) {
      if (i.has(known)) mode = known;
    }
    if (mode == "rna") return std::nullopt;
    return assign(i.operands[0],
                  fmt::format("duet::ptx::convert<{}, duet::ptx::Mode::{}, {}>({})", i.type, mode,
                              i.has("sat"), value(i.operands[1], i.source_type)));
  }

  static std::optional<std::string> arithmetic(const Instruction& i) {
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
      return assign(i.operands[0],
                    fmt::format("duet::ptx::lop3({}, {}, {}, {})", value(i.operands[1], "unsigned"),
                                value(i.operands[2], "unsigned"), value(i.operands[3], "unsigned"),
                                operand(i.operands[4])));
    }
    if (i.name == "shf" && i.operands.size() == 4) {
      const std::string_view suffix = i.has("clamp") ? "c" : "";
      return assign(i.operands[0],
                    fmt::format("__funnelshift_{}{}({}, {}, {})", i.has("l") ? "l" : "r", suffix,
                                value(i.operands[1], "unsigned"), value(i.operands[2], "unsigned"),
                                value(i.operands[3], "unsigned")));
    }
    if (i.name == "setp" && i.operands.size() == 3) {
      constexpr std::array<std::string_view, 10> names{"eq", "ne", "lt", "le", "gt",
                                                       "ge", "lo", "ls", "hi", "hs"};
      constexpr std::array<std::string_view, 10> marks{"==", "!=", "<",  "<=", ">",
                                                       ">=", "<",  "<=", ">",  ">="};
      for (std::size_t c = 0; c < names.size(); ++c) {
        if (i.has(names[c])) {
          return assign(i.operands[0], fmt::format("({} {} {})", value(i.operands[1], i.type),
                                                   marks[c], value(i.operands[2], i.type)));
        }
      }
      return std::nullopt;
    }
    if (i.name == "dp4a" && i.operands.size() == 4) {
      if (!i.source_type.empty() && i.source_type != i.type) return std::nullopt;
      return assign(i.operands[0], fmt::format("__dp4a({})", values(i, 1)));
    }
    const auto* const found = std::ranges::find(known, i.name, &Known::name);
    if (found == known.end() || found->operands != i.operands.size() || i.type.empty() ||
        i.name == "dp2a" || i.name == "bmsk" || i.name == "szext" ||
        i.has_any({"cc", "relu", "sat", "oob"})) {
      return std::nullopt;
    }
    if (i.name == "selp") {
      return assign(i.operands[0],
                    fmt::format("({} ? {} : {})", operand(i.operands[3]),
                                value(i.operands[1], i.type), value(i.operands[2], i.type)));
    }
    if (i.name == "mad" && i.has("wide")) {
      return assign(i.operands[0],
                    fmt::format("duet::ptx::mul_wide({}, {}) + duet::ptx::wide_of<{}>({})",
                                value(i.operands[1], i.type), value(i.operands[2], i.type), i.type,
                                operand(i.operands[3])));
    }
    std::string name = i.name;
    // These names are keywords of C++.
    if (name == "and" || name == "or" || name == "xor" || name == "not") name += '_';
    for (const std::string_view part : {"hi", "wide"}) {
      if (i.has(part)) name += fmt::format("_{}", part);
    }
    for (const std::string_view mode : {"rz", "rm", "rp"}) {
      if (i.has(mode)) return std::nullopt;
    }
    // Shifts and the positions of bit fields are unsigned.
    if (i.name == "shl" || i.name == "shr") {
      return assign(i.operands[0],
                    fmt::format("duet::ptx::{}({}, {})", name, value(i.operands[1], i.type),
                                value(i.operands[2], "unsigned")));
    }
    if (i.name == "bfe" || i.name == "bfi") {
      const std::size_t numbers = i.operands.size() - 2;
      std::string arguments;
      for (std::size_t n = 1; n < i.operands.size(); ++n) {
        arguments += (n == 1 ? "" : ", ") +
                     value(i.operands[n], n < numbers ? std::string_view(i.type) : "unsigned");
      }
      return assign(i.operands[0], fmt::format("duet::ptx::{}({})", name, arguments));
    }
    return assign(i.operands[0], fmt::format("duet::ptx::{}({})", name, values(i, 1)));
  }

  const InlineAssembly& assembly_;
  std::string declarations_{};
  std::string body_{};
  std::string results_{};
};

}  // namespace

TranslatedSource translate_ptx(std::string_view source) {
  TranslatedSource result;
  std::size_t copied = 0;
  for (const InlineAssembly& assembly : inline_assembly(source)) {
    result.text += source.substr(copied, assembly.begin - copied);
    const std::string_view original = source.substr(assembly.begin, assembly.end - assembly.begin);
    result.text += assembly.text.find_first_not_of(" \t\n\r;") == std::string::npos
                       ? "__threadfence_block();"
                       : Translation(assembly).run();
    result.text.append(static_cast<std::size_t>(std::ranges::count(original, '\n')), '\n');
    copied = assembly.end;
    result.is_changed = true;
  }
  result.text += source.substr(copied);
  return result;
}

}  // namespace duet
