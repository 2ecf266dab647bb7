#include "program.hpp"

#include <fmt/format.h>

#include <span>

#include "embedded.hpp"

namespace duet::embedded {
std::span<const File> cpu_prelude();
}

namespace duet::cpu {

namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + '"';
}

/// Says from where the next line is. Warnings about system files are not shown.
std::string line_marker(std::string_view file, bool system) {
  return fmt::format("# 1 {}{}\n", quoted(file), system ? " 3" : "");
}

/// What the user sees if the expression is wrong.
std::string kernel_check(std::string_view expression) {
  return fmt::format(
      "static_assert(duet_cpu::IsKernel<decltype(&{})>::value, \"a kernel is a __global__ function "
      "that returns void and takes no references\");\n",
      expression);
}

std::string kernel_entry(std::size_t index, std::string_view expression, std::string_view name) {
  return fmt::format(
      "using duet_cpu_kernel_{0} = "
      "duet_cpu::Kernel<duet_cpu::PlainType<decltype(&{1})>, &{1}>;\n"
      "__attribute__((section(\"duet_kernels\"), used, aligned(4))) static const "
      "duet_cpu::KernelRecord<duet_cpu_kernel_{0}::parameters, sizeof({2})> duet_cpu_record_{0} = "
      "{{sizeof(duet_cpu_record_{0}), {0}, duet_cpu_kernel_{0}::parameters, "
      "duet_cpu_kernel_{0}::max_threads, duet_cpu_kernel_{0}::sizes(), {2}}};\n",
      index, expression, quoted(name));
}

}  // namespace

std::string_view bare_expression(std::string_view expression) {
  while (!expression.empty() && std::string_view(" \t\n&").find(expression.front()) < 4) {
    expression.remove_prefix(1);
  }
  return expression;
}

std::string complete_source(const Program& program, const RewrittenSource& source,
                            const std::vector<std::string>& c_kernels) {
  std::string text;
  for (const embedded::File& file : embedded::cpu_prelude()) {
    text += line_marker("duet/" + std::string(file.name), true);
    // A main file with this line gets a warning.
    const std::size_t body = file.text.find("#pragma once");
    text.append("//").append(file.text.substr(body == std::string_view::npos ? 0 : body));
    text += '\n';
  }
  text += line_marker(program.name, false) + source.text + '\n';

  text += line_marker(entries_file, true);
  // `::k` finds a kernel of the global namespace if there is one, and else this.
  text += "namespace duet_cpu_absent {\n";
  for (const std::string& name : c_kernels) {
    text += fmt::format("constexpr duet_cpu::NoKernel {}{{}};\n", name);
  }
  text += "}\nusing namespace duet_cpu_absent;\n";
  std::string entries;
  std::string functions;
  std::size_t count = 0;
  const auto add = [&](std::string_view expression, std::string_view name) {
    text += line_marker(fmt::format("kernel {}", name), false) + kernel_check(expression);
    entries += kernel_entry(count, expression, name);
    functions += fmt::format("duet_cpu_kernel_{}::run, ", count);
    ++count;
  };
  for (const std::string& kernel : program.kernels) add(bare_expression(kernel), kernel);
  for (const std::string& name : c_kernels) add("::" + name, name);
  text += line_marker(entries_file, true);
  text += entries +
          "extern \"C\" __attribute__((visibility(\"default\"))) const duet_cpu::Run "
          "duet_cpu_run[] = {" +
          functions + "nullptr};\n";
  return text;
}

}  // namespace duet::cpu
