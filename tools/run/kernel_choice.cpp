#include "kernel_choice.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>
#include <duet/device.hpp>
#include <duet/error.hpp>
#include <duet/kernel.hpp>
#include <duet/kernel_declaration.hpp>

#include "support/file.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

/// How to request a kernel: "-k scale", "-k 'scale<T, N>'".
std::string request_text(const KernelDeclaration& kernel) {
  if (kernel.template_parameters.empty()) return "-k " + kernel.name;
  return fmt::format("-k '{}<…>'", kernel.name);
}

std::string list_text(const std::vector<KernelDeclaration>& kernels) {
  std::string text;
  for (const KernelDeclaration& kernel : kernels) {
    text += fmt::format("\n  {:<24} {}:{}: {}", request_text(kernel), kernel.file, kernel.line,
                        kernel.text());
  }
  return text;
}

[[noreturn]] void refuse(const std::string& file, const std::vector<KernelDeclaration>& kernels) {
  if (kernels.empty()) {
    throw UsageError(fmt::format(
        "'{}' declares no kernel, which is a function marked __global__; if a macro declares it, "
        "name it with -k",
        file));
  }
  if (kernels.size() == 1) {
    throw UsageError(
        fmt::format("the kernel of '{}' is a template; choose its arguments, such as "
                    "-k '{}<float>':{}",
                    file, kernels.front().name, list_text(kernels)));
  }
  throw UsageError(
      fmt::format("'{}' has {} kernels; choose one:{}", file, kernels.size(), list_text(kernels)));
}

std::vector<KernelInfo> kernels_in(const std::string& file) {
  const std::vector<std::byte> image = read_bytes(file);
  try {
    return read_kernels(image);
  } catch (const LoadError& error) {
    throw UsageError(fmt::format("'{}' is no compiled code of the backend {}: {}", file,
                                 backend_name(), error.what()));
  }
}

}  // namespace

bool is_compiled_code(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  constexpr std::array known{".cubin", ".ptx", ".fatbin", ".hsaco", ".co", ".so"};
  return std::find(known.begin(), known.end(), extension) != known.end();
}

KernelChoice choose_kernel(const Program& program, const std::string& requested) {
  std::vector<KernelDeclaration> kernels = list_kernels(program);
  const bool is_single = kernels.size() == 1 && kernels.front().template_parameters.empty();
  if (requested.empty() && !is_single) refuse(program.name, kernels);
  KernelChoice choice{.name = requested.empty() ? kernels.front().name : requested};
  // "ns::scale<float>" requests the template "ns::scale".
  const std::string name = choice.name.substr(0, choice.name.find_first_of("< "));
  std::erase_if(kernels, [&](const auto& kernel) { return kernel.name != name; });
  choice.uses_dynamic_shared =
      std::ranges::any_of(kernels, &KernelDeclaration::uses_dynamic_shared);
  if (kernels.size() == 1 && kernels.front().template_parameters.empty())
    choice.parameters = std::move(kernels.front().parameters);
  return choice;
}

std::vector<std::string> plain_kernels(const Program& program) {
  const std::vector<KernelDeclaration> kernels = list_kernels(program);
  std::vector<std::string> names;
  for (const KernelDeclaration& kernel : kernels) {
    const auto defines = [&](const KernelDeclaration& other) {
      return other.name == kernel.name && other.is_defined;
    };
    if (kernel.template_parameters.empty() && std::ranges::any_of(kernels, defines) &&
        std::ranges::find(names, kernel.name) == names.end())
      names.push_back(kernel.name);
  }
  if (kernels.empty()) refuse(program.name, kernels);
  return names;
}

KernelChoice choose_compiled_kernel(const std::string& file, const std::string& requested) {
  const std::vector<KernelInfo> kernels = kernels_in(file);
  if (!requested.empty()) return {.name = requested};
  std::string list;
  for (const KernelInfo& kernel : kernels)
    list += fmt::format("\n  -k '{}'  {}", kernel.name, readable_name(kernel.name));
  if (kernels.empty())
    throw UsageError(fmt::format("'{}' does not list its kernels; name one with -k", file));
  if (kernels.size() > 1)
    throw UsageError(fmt::format("'{}' has {} kernels; choose one:{}", file, kernels.size(), list));
  return {.name = kernels.front().name};
}

}  // namespace duet::tool
