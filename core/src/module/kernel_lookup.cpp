#include "kernel_lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include <duet/error.hpp>
#include <duet/kernel_declaration.hpp>

#include "program/global_integers.hpp"
#include "source/kernel_name.hpp"
#include "source/similar_name.hpp"

namespace duet {

namespace {

/// "ns::k<int,4>" for "&::ns::k<int, 4>".
std::string bare_name(std::string_view expression) {
  std::string name = without_global_scope(expression);
  std::erase_if(name, [](char c) { return std::string_view(" \t\n&").find(c) < 4; });
  return name;
}

[[noreturn]] void throw_ambiguous(std::string_view name, std::size_t count) {
  throw Error(ErrorCode::unknown_kernel,
              fmt::format("'{}' is ambiguous, since {} kernels have this name: list one in "
                          "Program::kernels with its parameters, as \"k(int*, float)\"",
                          name, count));
}

/// "k<T, N>" for a template.
std::string usage_of(const KernelDeclaration& kernel) {
  std::vector<std::string> names;
  for (const std::string& parameter : kernel.template_parameters) {
    const std::string_view declaration(parameter);
    const std::string_view typed = declaration.substr(0, declaration.find('='));
    const std::size_t end = typed.find_last_not_of(' ');
    const std::size_t space = typed.substr(0, end).rfind(' ');
    names.emplace_back(typed.substr(space + 1, end - space));
  }
  return fmt::format("{}<{}>", kernel.name, fmt::join(names, ", "));
}

/// What to do about a name that belongs to a kernel template of the program; empty if it belongs to
/// none.
std::string template_advice(std::string_view name, const std::vector<KernelDeclaration>& declared,
                            const Program& program) {
  const auto wanted = parse_kernel_name(name);
  if (!wanted) return {};
  const auto found = std::ranges::find(declared, wanted->name, &KernelDeclaration::name);
  if (found == declared.end() || found->template_parameters.empty()) return {};
  const std::string place =
      found->file == program.name
          ? fmt::format("'{}' (line {})", found->file, found->line)
          : fmt::format("the header '{}' (line {})", found->file, found->line);
  const std::string listed = wanted->arguments ? std::string(name) : usage_of(*found);
  return fmt::format(
      "'{}' is a kernel template of {}: the code contains the instances that Program::kernels "
      "lists. Add \"{}\" to it{}",
      wanted->name, place, listed, wanted->arguments ? "" : ", with arguments for the parameters");
}

}  // namespace

std::string source_name(const std::string& code_name) {
  std::string readable = readable_name(code_name);
  if (readable == code_name) return code_name;
  constexpr std::string_view anonymous = "(anonymous namespace)::";
  for (std::size_t at; (at = readable.find(anonymous)) != std::string::npos;) {
    readable.erase(at, anonymous.size());
  }
  // Parameters follow the last "(" that is in no brackets.
  int depth = 0;
  for (std::size_t i = readable.size(); i-- > 0;) {
    const char c = readable[i];
    if (c == ')' || c == '>') ++depth;
    if (c == '(' || c == '<') --depth;
    if (c != '(' || depth != 0) continue;
    readable.resize(i);
    break;
  }
  return readable.starts_with("void ") ? readable.substr(5) : readable;
}

std::vector<NamedKernel> named_kernels(const CodeContents& contents) {
  std::vector<NamedKernel> kernels;
  std::set<std::string_view> listed;
  for (const auto& [expression, lowered] : contents.lowered_names) {
    kernels.push_back({expression, lowered});
    listed.insert(lowered);
  }
  for (const KernelInfo& kernel : contents.kernels) {
    if (listed.contains(kernel.name)) continue;
    kernels.push_back({source_name(kernel.name), kernel.name});
  }
  std::ranges::sort(kernels, {}, &NamedKernel::name);
  return kernels;
}

std::string name_of_kernel(const CodeContents& contents, const std::string& code_name) {
  for (const auto& [expression, lowered] : contents.lowered_names) {
    if (lowered == code_name) return expression;
  }
  const bool is_known = std::ranges::count(contents.kernels, code_name, &KernelInfo::name) != 0;
  return is_known ? source_name(code_name) : code_name;
}

std::string find_kernel(const CodeContents& contents, std::string_view name,
                        const Program* program) {
  const auto listed = contents.lowered_names.find(std::string(name));
  if (listed != contents.lowered_names.end()) return listed->second;
  if (std::ranges::count(contents.kernels, name, &KernelInfo::name) != 0) return std::string(name);
  std::vector<NamedKernel> kernels = named_kernels(contents);
  const std::string bare = bare_name(name);
  std::erase_if(kernels, [&](const NamedKernel& kernel) { return bare_name(kernel.name) != bare; });
  std::ranges::sort(kernels, {}, &NamedKernel::code_name);
  const auto has_same_code = [](const NamedKernel& a, const NamedKernel& b) {
    return a.code_name == b.code_name;
  };
  kernels.erase(std::unique(kernels.begin(), kernels.end(), has_same_code), kernels.end());
  if (kernels.size() > 1) throw_ambiguous(name, kernels.size());
  if (!kernels.empty()) return kernels.front().code_name;
  // Some formats do not list their kernels. Then the driver decides.
  if (contents.kernels.empty()) return std::string(name);
  throw_unknown_kernel(contents, name, program);
}

void throw_unknown_kernel(const CodeContents& contents, std::string_view name,
                          const Program* program) {
  std::vector<std::string> names;
  for (const NamedKernel& kernel : named_kernels(contents)) names.push_back(kernel.name);
  std::vector<KernelDeclaration> declared;
  if (program != nullptr) declared = list_kernels(*program);
  const auto same_name = std::ranges::count(declared, bare_name(name), &KernelDeclaration::name);
  std::string advice = program == nullptr ? "" : template_advice(name, declared, *program);
  if (advice.empty() && same_name > 1) throw_ambiguous(name, static_cast<std::size_t>(same_name));
  std::string message = fmt::format("the module has no kernel '{}'", name);
  if (advice.empty()) {
    std::vector<std::string> known = names;
    for (const KernelDeclaration& kernel : declared) known.push_back(kernel.name);
    const std::string similar = similar_name(name, known);
    if (similar == name && !name.empty()) {
      advice =
          "It is declared, but no kernel of the code: it is excluded by the preprocessor, or does "
          "not return void, or takes a reference. It must be listed in Program::kernels for the "
          "compiler to tell why";
    } else if (!similar.empty()) {
      message += fmt::format("; did you mean '{}'?", similar);
    }
    if (advice.empty() && std::ranges::count(names, similar) == 0 && program != nullptr) {
      advice = template_advice(similar, declared, *program);
    }
  }
  if (advice.empty()) {
    advice =
        "Instances of kernel templates must be listed in Program::kernels, as \"scale<float>\"";
  }
  if (!message.ends_with('?')) message += '.';
  message += names.empty() ? " The module has no kernels. "
                           : fmt::format(" The module has {}. ", fmt::join(names, ", "));
  throw Error(ErrorCode::unknown_kernel, message + advice);
}

}  // namespace duet
