#include "ptx_translation.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/digest.hpp"
#include "base/identifier.hpp"
#include "inline_assembly.hpp"
#include "ptx_instruction.hpp"
#include "source/tokens.hpp"

namespace duet {

namespace {

/// How many scopes a statement opens and leaves open; negative: closes.
int open_scopes(const InlineAssembly& assembly) {
  return static_cast<int>(std::ranges::count(assembly.text, '{') -
                          std::ranges::count(assembly.text, '}'));
}

/// Whether each scope that a statement leaves open is closed by a later one.
bool have_whole_scopes(const std::vector<InlineAssembly>& statements) {
  int depth = 0;
  for (const InlineAssembly& assembly : statements) {
    depth += open_scopes(assembly);
    if (depth < 0) return false;
  }
  return depth == 0;
}

/// Whether a statement declares registers outside of scopes: they are those of the function.
bool declares_for_function(const InlineAssembly& assembly) {
  return assembly.text.find(".reg") != std::string::npos &&
         assembly.text.find('{') == std::string::npos;
}

/// Puts the names of called functions in parentheses, so that macros of the program with such names
/// do not expand: `(duet::ptx::store)(a, b)`.
std::string without_macro_calls(std::string_view code) {
  constexpr std::string_view place = "duet::ptx::";
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = code.find(place); at != code.npos; at = code.find(place, at + 1)) {
    std::size_t end = at + place.size();
    while (end < code.size() && is_identifier_char(code[end])) ++end;
    if (end == code.size() || code[end] != '(') continue;
    result.append(code.substr(done, at - done)).append("(");
    result.append(code.substr(at, end - at)).append(")");
    done = end;
  }
  return result.append(code.substr(done));
}

/// Translates the instructions of one statement.
class Translation {
 public:
  /// @param in_scope  whether later statements use the registers, too: the statement opens a
  ///                  scope, is in one that an earlier statement has opened, or in none
  Translation(const InlineAssembly& assembly, const PtxTranslation& options, bool in_scope)
      : assembly_(assembly), options_(options), in_scope_(in_scope) {}

  /// Whether it takes the carry of another statement.
  bool takes_carry() const noexcept { return takes_carry_; }

  std::string run() {
    declare_operands();
    for (const std::string& line : split_statements()) {
      if (!translate(line)) return error_for(line);
    }
    if (has_carry() && !options_.shares_carry) declarations_ += "bool duet_carry = false; ";
    std::string code =
        "do { " + declarations_ + without_macro_calls(body_ + results_) + "} while (0)";
    // Its commas do not separate arguments of the macro.
    if (assembly_.is_argument) return "({ " + code + "; })";
    if (!in_scope_) return code;
    code.insert(0, registers_);
    int scopes = open_scopes(assembly_);
    for (; scopes > 0; --scopes) code.insert(0, "{ ");
    for (; scopes < 0; ++scopes) code += "; }";
    return code;
  }

 private:
  std::string error_for(std::string_view line) const {
    const std::string text = fmt::format("the PTX instruction '{}' {}", escaped(line), unknown_ptx);
    if (options_.permits_unreached) {
      // Clang forgets the error of a function that is declared with several.
      const std::string name = "duet_unknown_ptx_" + hash_name(text);
      return fmt::format(
          "[] {{ extern __device__ __attribute__((error(\"{0}\"))) void {1}(); {1}(); }}()", text,
          name);
    }
    return fmt::format(
        "[](auto unknown) {{ static_assert(duet::ptx::is_unknown<decltype(unknown)>, \"{}\"); "
        "}}(0)",
        text);
  }

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
    PtxInstruction instruction{.line = line};
    if (line.starts_with('@')) {
      const std::size_t end = line.find_first_of(" \t");
      if (end == std::string_view::npos) return false;
      const bool is_negated = line[1] == '!';
      const std::size_t begin = is_negated ? 2 : 1;
      instruction.guard = fmt::format("{}{}", is_negated ? "!" : "",
                                      register_name(line.substr(begin, end - begin)));
      line = without_blanks(line.substr(end));
    }
    const std::size_t end = std::min(line.find_first_of(" \t{["), line.size());
    PtxParts parts = ptx_split(line.substr(0, end), '.');
    instruction.name = parts.front();
    instruction.operands = ptx_split(without_blanks(line.substr(end)), ',');
    if (instruction.operands.size() == 1 && instruction.operands[0].empty()) {
      instruction.operands.clear();
    }
    instruction.suffixes.assign(parts.begin() + 1, parts.end());
    for (const std::string& suffix : instruction.suffixes) {
      const std::string_view type = ptx_cpp_type(suffix);
      if (type.empty()) {
        instruction.modifiers.push_back(suffix);
      } else if (instruction.type.empty()) {
        instruction.type = type;
      } else {
        instruction.source_type = type;
      }
    }
    const std::optional<std::string> code = code_of(instruction);
    if (!code) return false;
    if (code->find("duet_carry, true") != std::string::npos && !has_carry()) {
      takes_carry_ = true;
      if (!options_.shares_carry) return false;
    }
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
    std::string type(ptx_cpp_type(ptx));
    if (ptx == "f16" || ptx == "bf16") type = "unsigned short";
    if (ptx == "f16x2" || ptx == "bf16x2") type = "unsigned";
    if (type.empty()) return false;
    std::string& declarations = in_scope_ ? registers_ : declarations_;
    for (const std::string& name : ptx_split(line.substr(end), ',')) {
      const std::size_t range = name.find('<');
      if (range == std::string::npos) {
        declarations += fmt::format("[[maybe_unused]] {} {} = 0; ", type, register_name(name));
        continue;
      }
      const int count = std::atoi(name.c_str() + range + 1);
      if (count <= 0 || count > 256) return false;
      for (int i = 0; i < count; ++i) {
        declarations += fmt::format("[[maybe_unused]] {} {} = 0; ", type,
                                    register_name(name.substr(0, range) + std::to_string(i)));
      }
    }
    return true;
  }

  bool has_carry() const { return body_.find("duet_carry") != std::string::npos; }

  static std::optional<std::string> code_of(const PtxInstruction& i) {
    if (auto code = ptx_memory_code(i)) return code;
    if (auto code = ptx_thread_code(i)) return code;
    if (auto code = ptx_matrix_code(i)) return code;
    if (auto code = ptx_comparison_code(i)) return code;
    if (auto code = ptx_video_code(i)) return code;
    return ptx_arithmetic_code(i);
  }

  const InlineAssembly& assembly_;
  const PtxTranslation& options_;
  bool in_scope_;
  bool takes_carry_ = false;
  std::string registers_{};  ///< declarations for later statements
  std::string declarations_{};
  std::string body_{};
  std::string results_{};
};

/// Appends a part of a source with its statements translated.
/// @param readable  the source, or as long a text in which the statements are found
/// @param line_end  what ends the lines of a statement
void append_translated(TranslatedSource& result, std::string_view source, std::string_view readable,
                       std::string_view line_end, const PtxTranslation& options) {
  std::size_t copied = 0;
  const std::vector<InlineAssembly> statements = inline_assembly(readable);
  const bool has_scopes = have_whole_scopes(statements);
  int depth = 0;
  for (const InlineAssembly& assembly : statements) {
    result.text += source.substr(copied, assembly.begin - copied);
    const std::string_view original = source.substr(assembly.begin, assembly.end - assembly.begin);
    const int scopes = open_scopes(assembly);
    const bool in_scope = has_scopes && (depth > 0 || scopes > 0);
    Translation translation(assembly, options, in_scope || declares_for_function(assembly));
    depth += scopes;
    result.text += assembly.text.find_first_not_of(" \t\n\r;") == std::string::npos
                       ? "__threadfence_block()"
                       : translation.run();
    result.takes_carry |= translation.takes_carry();
    for (auto lines = std::ranges::count(original, '\n'); lines > 0; --lines) {
      result.text += line_end;
    }
    copied = assembly.end;
    result.is_changed = true;
  }
  result.text += source.substr(copied);
}

void append_translated(TranslatedSource& result, std::string_view source,
                       const PtxTranslation& options) {
  append_translated(result, source, source, "\n", options);
}

/// The text of a macro without the marks of its lines' ends, which are as long as blanks.
std::string joined_lines(std::string_view directive) {
  std::string text(directive);
  for (std::size_t at = 0; (at = text.find('\\', at)) != std::string::npos; ++at) {
    const std::size_t end = text.find_first_not_of(" \t\r", at + 1);
    if (end != std::string::npos && text[end] == '\n') text[at] = ' ';
  }
  return text;
}

}  // namespace

TranslatedSource translate_ptx(std::string_view source, const PtxTranslation& options) {
  TranslatedSource result;
  if (source.find("asm") == std::string_view::npos) {
    result.text = source;
    return result;
  }
  std::size_t copied = 0;
  for (const Token& token : tokenise(source)) {
    const bool is_macro = token.kind == Token::Kind::directive &&
                          token.text.find("define") != std::string_view::npos &&
                          token.text.find("asm") != std::string_view::npos;
    if (!is_macro) continue;
    append_translated(result, source.substr(copied, token.offset - copied), options);
    result.text += '#';
    const std::string_view macro = token.text.substr(1);
    append_translated(result, macro, joined_lines(macro), "\\\n", options);
    copied = token.end();
  }
  append_translated(result, source.substr(copied), options);
  return result;
}

}  // namespace duet
