#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include <duet/kernel_declaration.hpp>

#include "include_scan.hpp"
#include "source/kernel_scan.hpp"
#include "source/shared_use.hpp"

namespace duet {

namespace {

std::optional<std::string> read_header(const Program& program, const std::string& name) {
  const auto header = std::ranges::find(program.headers, name, &Header::name);
  if (header != program.headers.end()) return header->text;
  for (const std::string& folder : program.options.include_dirs) {
    std::error_code ignored;
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    if (!std::filesystem::is_regular_file(path, ignored)) continue;
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  return std::nullopt;
}

/// The texts that a program consists of, with their names.
std::vector<std::pair<std::string, std::string>> texts_of(const Program& program) {
  std::vector<std::pair<std::string, std::string>> texts{{program.name, program.source}};
  std::set<std::string> seen;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const Include& include : scan_includes(texts[i].second).includes) {
      if (!seen.insert(include.name).second) continue;
      if (auto text = read_header(program, include.name)) {
        texts.emplace_back(include.name, *std::move(text));
      }
    }
  }
  return texts;
}

}  // namespace

std::string KernelDeclaration::text() const {
  std::string text = is_extern_c ? "extern \"C\" " : "";
  if (!template_parameters.empty()) {
    text += fmt::format("template <{}> ", fmt::join(template_parameters, ", "));
  }
  return text + fmt::format("{}({})", name, fmt::join(parameters, ", "));
}

std::vector<KernelDeclaration> list_kernels(const Program& program) {
  std::vector<KernelDeclaration> kernels;
  const auto texts = texts_of(program);
  std::vector<std::string_view> sources;
  for (const auto& [name, text] : texts) {
    for (KernelDeclaration& kernel : scan_functions(text, name).kernels)
      add_kernel(kernels, std::move(kernel));
    sources.push_back(text);
  }
  const auto users = functions_with_dynamic_shared(sources);
  for (KernelDeclaration& kernel : kernels) {
    const std::size_t colon = kernel.name.rfind(':');
    kernel.uses_dynamic_shared = users.contains(kernel.name.substr(colon + 1));
  }
  return kernels;
}

}  // namespace duet
