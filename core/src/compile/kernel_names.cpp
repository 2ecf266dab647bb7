#include "kernel_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <duet/error.hpp>
#include <duet/kernel_declaration.hpp>

#include "source/kernel_name.hpp"
#include "source/kernel_scan.hpp"
#include "source/similar_name.hpp"
#include "source/tokens.hpp"

namespace duet {

namespace {

using Kernels = std::vector<KernelDeclaration>;

std::string place_of(const KernelDeclaration& kernel, const Program& program) {
  if (kernel.file == program.name) return fmt::format("line {}", kernel.line);
  return fmt::format("{}, line {}", kernel.file, kernel.line);
}

std::string list_of(const Kernels& kernels, const Program& program) {
  constexpr std::size_t most = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(kernels.size(), most); ++i) {
    text += fmt::format("\n  {}  ({})", kernels[i].text(), place_of(kernels[i], program));
  }
  if (kernels.size() > most) text += fmt::format("\n  and {} more", kernels.size() - most);
  return text;
}

/// "T" of "typename T = int", "N" of "int N".
std::string name_of_parameter(const std::string& parameter) {
  const std::vector<Token> tokens = tokenise(parameter);
  std::string name;
  for (const Token& token : tokens) {
    if (token.is("=")) break;
    if (token.kind == Token::Kind::word) name = token.text;
  }
  return name;
}

/// "ns::k<T, N>"
std::string usage_of(const KernelDeclaration& kernel) {
  if (kernel.template_parameters.empty()) return kernel.name;
  std::vector<std::string> names;
  for (const std::string& parameter : kernel.template_parameters) {
    names.push_back(name_of_parameter(parameter));
  }
  return fmt::format("{}<{}>", kernel.name, fmt::join(names, ", "));
}

/// "ns::k(int* data, int n)"
std::string with_parameters(const KernelDeclaration& kernel) {
  std::vector<std::string> parameters;
  for (const std::string& parameter : kernel.parameters) {
    parameters.push_back(parameter.substr(0, parameter.find(" =")));
  }
  return fmt::format("{}({})", kernel.name, fmt::join(parameters, ", "));
}

bool has_token(const std::vector<Token>& tokens, std::string_view word) {
  return std::ranges::any_of(tokens, [&](const Token& token) { return token.is(word); });
}

/// The kind of thing that a template parameter or an argument is, as far as the text tells.
enum class Kind { type, value, unknown };

Kind kind_of_parameter(const std::string& parameter) {
  const std::vector<Token> tokens = tokenise(parameter);
  if (tokens.empty() || tokens.front().is("template")) return Kind::unknown;
  if (tokens.front().is("typename") || tokens.front().is("class")) return Kind::type;
  constexpr std::array<std::string_view, 8> words{"int",   "bool", "unsigned", "char",
                                                  "short", "long", "size_t",   "auto"};
  const bool is_value =
      std::ranges::any_of(words, [&](auto word) { return has_token(tokens, word); });
  return is_value ? Kind::value : Kind::unknown;
}

Kind kind_of_argument(const std::string& argument) {
  const std::vector<Token> tokens = tokenise(argument);
  if (tokens.empty()) return Kind::unknown;
  const Token& first = tokens.front();
  if (first.kind == Token::Kind::number || first.is("true") || first.is("false"))
    return Kind::value;
  constexpr std::array<std::string_view, 9> types{"float", "double", "int",  "unsigned", "long",
                                                  "short", "char",   "bool", "void"};
  const bool only_words = std::ranges::all_of(
      tokens, [](const Token& token) { return token.kind == Token::Kind::word || token.is("*"); });
  const bool is_type = only_words && std::ranges::find(types, first.text) != types.end();
  return is_type ? Kind::type : Kind::unknown;
}

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// What is wrong with the template arguments for a kernel; empty if the text does not tell.
std::string argument_fault(const std::vector<std::string>& arguments,
                           const KernelDeclaration& kernel) {
  const std::vector<std::string>& parameters = kernel.template_parameters;
  if (parameters.empty()) {
    return fmt::format("'{0}' is no template: write '{0}' without arguments", kernel.name);
  }
  const auto has = [](const std::string& parameter, std::string_view text) {
    return parameter.find(text) != std::string::npos;
  };
  const bool is_open =
      std::ranges::any_of(parameters, [&](const auto& parameter) { return has(parameter, "..."); });
  const auto required =
      static_cast<std::size_t>(std::ranges::count_if(parameters, [&](const auto& parameter) {
        return !has(parameter, "=") && !has(parameter, "...");
      }));
  const bool too_many = !is_open && arguments.size() > parameters.size();
  if (too_many || arguments.size() < required) {
    return fmt::format("'{}' takes {}{}, not {}", usage_of(kernel),
                       required == parameters.size() ? ""
                       : too_many                    ? "at most "
                                                     : "at least ",
                       plural(too_many ? parameters.size() : required, "template argument"),
                       arguments.size());
  }
  for (std::size_t i = 0; i < std::min(arguments.size(), parameters.size()); ++i) {
    const Kind wanted = kind_of_parameter(parameters[i]);
    const Kind given = kind_of_argument(arguments[i]);
    if (has(parameters[i], "...")) break;
    if (wanted == Kind::unknown || given == Kind::unknown || wanted == given) continue;
    return fmt::format("template argument {} of '{}' is '{}'; it must be a {}: {}", i + 1,
                       usage_of(kernel), arguments[i], wanted == Kind::type ? "type" : "value",
                       parameters[i]);
  }
  return {};
}

std::string with_arguments(std::string name, const KernelName& wanted) {
  if (!wanted.arguments) return name;
  return fmt::format("{}<{}>", name, fmt::join(*wanted.arguments, ", "));
}

/// What is wrong with a name that belongs to kernels of the source; empty if the text does not
/// tell.
std::string fault_of_known(const std::string& expression, const KernelName& wanted,
                           const Kernels& matches) {
  if (!wanted.arguments) {
    const auto plain = std::ranges::find_if(matches, [](const KernelDeclaration& kernel) {
      return kernel.template_parameters.empty();
    });
    if (plain == matches.end()) {
      const KernelDeclaration& kernel = matches.front();
      return fmt::format("'{}' is a kernel template: name it with its arguments, as '{}'",
                         expression, usage_of(kernel));
    }
    if (matches.size() == 1) return {};
    return fmt::format(
        "'{}' is ambiguous, since {} kernels have this name: name one with its parameters, as '{}'",
        expression, matches.size(), with_parameters(*plain));
  }
  std::string fault;
  for (const KernelDeclaration& kernel : matches) {
    fault = argument_fault(*wanted.arguments, kernel);
    if (fault.empty()) return {};
  }
  return fault;
}

class NameCheck {
 public:
  explicit NameCheck(const Program& program) : program_(program), kernels_(list_kernels(program)) {
    for (const KernelDeclaration& kernel : kernels_) names_.push_back(kernel.name);
  }

  const Kernels& kernels() const { return kernels_; }

  /// What is wrong with an expression; empty if the source has the kernel.
  std::string fault_of(const std::string& expression) const {
    const std::optional<KernelName> wanted = parse_kernel_name(expression);
    if (!wanted) return fault_of_text(expression);
    const Kernels matches = named(wanted->name);
    if (!matches.empty()) return fault_of_known(expression, *wanted, matches);
    return absent(expression, similar_name(wanted->name, names_), *wanted);
  }

 private:
  Kernels named(const std::string& name) const {
    Kernels matches;
    std::ranges::copy_if(kernels_, std::back_inserter(matches),
                         [&](const KernelDeclaration& kernel) { return kernel.name == name; });
    return matches;
  }

  std::string fault_of_text(const std::string& expression) const {
    const std::string clean = cleaned_kernel_name(expression);
    const std::optional<KernelName> wanted = parse_kernel_name(clean);
    std::string fault = fmt::format("'{}' is no name of a kernel", expression);
    if (!wanted) return fault;
    if (!named(wanted->name).empty()) return fault + fmt::format("; did you mean '{}'?", clean);
    return absent(expression, similar_name(wanted->name, names_), *wanted);
  }

  std::string absent(const std::string& expression, const std::string& similar,
                     const KernelName& wanted) const {
    std::string fault = fmt::format("'{}' has no kernel '{}'", program_.name, expression);
    if (similar.empty()) return fault;
    const KernelDeclaration kernel = named(similar).front();
    if (kernel.template_parameters.empty())
      return fault + fmt::format("; did you mean '{}'?", similar);
    return fault + fmt::format("; did you mean '{}'?", wanted.arguments
                                                           ? with_arguments(similar, wanted)
                                                           : usage_of(kernel));
  }

  const Program& program_;
  Kernels kernels_;
  std::vector<std::string> names_{};
};

[[noreturn]] void throw_unknown(const std::string& fault, const Kernels& kernels,
                                const Program& program) {
  const std::string message =
      kernels.empty()
          ? fmt::format(
                "{}: it declares none. A kernel is a function that is declared "
                "'__global__ void name(…)'",
                fault)
          : fmt::format("{}\n'{}' declares:{}", fault, program.name, list_of(kernels, program));
  throw CompileError(ErrorCode::unknown_kernel, message);
}

}  // namespace

void require_kernels(const Program& program) {
  if (program.kernels.empty()) return;
  const SourceFunctions functions = scan_functions(program.source, program.name);
  for (const std::string& expression : program.kernels) {
    const std::optional<KernelName> wanted = parse_kernel_name(expression);
    if (!wanted) continue;
    if (std::ranges::count(functions.kernels, wanted->name, &KernelDeclaration::name) != 0)
      continue;
    const auto other = std::ranges::find(functions.others, wanted->name, &FunctionDefinition::name);
    if (other == functions.others.end()) continue;
    throw_unknown(fmt::format("'{}' of '{}' (line {}) is a {} function, not a kernel: a kernel is "
                              "declared '__global__ void'",
                              expression, program.name, other->line,
                              other->is_device ? "__device__" : "host"),
                  functions.kernels, program);
  }
}

void require_known_kernels(const Program& program) {
  const NameCheck check(program);
  std::vector<std::string> faults;
  for (const std::string& expression : program.kernels) {
    std::string fault = check.fault_of(expression);
    if (!fault.empty()) faults.push_back(std::move(fault));
  }
  if (!faults.empty()) {
    throw_unknown(fmt::format("{}", fmt::join(faults, "\n")), check.kernels(), program);
  }
}

void throw_name_error(const Program& program, const std::string& target,
                      const SortedMessages& messages) {
  const std::string& name = program.kernels.front();
  if (messages.has_source_errors) {
    throw CompileError(ErrorCode::compile_failed,
                       fmt::format("kernel '{}' of '{}' does not compile for {}:\n{}", name,
                                   program.name, target, without_warnings(messages.source)),
                       {.log = messages.source});
  }
  const std::string why =
      messages.expressions.empty() ? "" : fmt::format(": {}", messages.expressions.front());
  throw_unknown(fmt::format("'{}' has no kernel '{}'{}", program.name, name, why),
                list_kernels(program), program);
}

}  // namespace duet
