#include "unlisted_kernels.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "program/global_integers.hpp"
#include "source/kernel_scan.hpp"
#include "source/macros/kernel_macros.hpp"

namespace duet::cpu {

namespace {

/// "ns::k<int,4>" of "&::ns::k<int, 4>".
std::string bare_name(const std::string& expression) {
  std::string text = without_global_scope(expression);
  std::erase_if(text, [](char c) { return std::string_view(" \t\n&").find(c) < 4; });
  return text;
}

UnlistedKernel described(const KernelDefinition& definition) {
  UnlistedKernel kernel{.name = definition.name, .is_extern_c = definition.is_extern_c};
  const std::size_t arguments = definition.name.find('<');
  kernel.is_certain = arguments != std::string::npos || definition.is_anonymous;
  std::string_view rest(definition.name);
  const std::string_view scoped = rest.substr(0, arguments);
  for (std::size_t begin = 0, colon; (colon = scoped.find("::", begin)) != scoped.npos;) {
    kernel.namespaces.emplace_back(scoped.substr(begin, colon - begin));
    begin = colon + 2;
    rest = std::string_view(definition.name).substr(begin);
  }
  kernel.expression = rest;
  if (kernel.is_extern_c) kernel.name = kernel.expression;
  return kernel;
}

}  // namespace

std::string UnlistedKernel::qualified() const {
  std::string text = "::";
  for (const std::string& name : namespaces) text += name + "::";
  return text + expression;
}

std::vector<UnlistedKernel> unlisted_kernels(std::span<const std::string_view> texts,
                                             std::span<const std::string> listed) {
  std::vector<KernelMacro> macros;
  for (const std::string_view text : texts)
    std::ranges::move(kernel_macros(text), std::back_inserter(macros));
  std::map<std::string, std::vector<KernelDefinition>> definitions;
  for (const std::string_view text : texts) {
    if (macros.empty() && text.find("__global__") == std::string_view::npos) continue;
    const std::string expanded = macros.empty() ? "" : with_expanded_macros(text, macros);
    const SourceFunctions functions = scan_functions(macros.empty() ? text : expanded, "");
    for (const KernelDefinition& definition : functions.definitions) {
      definitions[definition.name].push_back(definition);
    }
  }
  std::set<std::string> known;
  for (const std::string& expression : listed) known.insert(bare_name(expression));
  std::vector<UnlistedKernel> kernels;
  for (const auto& [name, all] : definitions) {
    const bool is_conditional = std::ranges::any_of(all, &KernelDefinition::is_conditional);
    UnlistedKernel kernel = described(all.front());
    if (all.size() > 1 && !is_conditional) continue;    // overloaded
    if (kernel.is_certain && is_conditional) continue;  // may not exist
    if (known.contains(bare_name(name)) || known.contains(kernel.name)) continue;
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

}  // namespace duet::cpu
