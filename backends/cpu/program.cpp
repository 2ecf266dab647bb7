#include "program.hpp"

#include <fmt/format.h>

#include <span>

#include "embedded.hpp"
#include "macros.hpp"

namespace duet::embedded {
std::span<const File> cpu_prelude();
}

namespace duet::cpu {

namespace {

/// Says from where the next line is. Warnings about system files are not shown.
std::string line_marker(std::string_view file, bool system) {
  return fmt::format("# 1 {}{}\n", quoted(file), system ? " 3" : "");
}

std::string macro_removal(std::string_view macro) {
  return fmt::format("#undef {}\n", macro.substr(0, macro.find_first_of("(=")));
}

/// Stands among the user's macros, which the expression may use, and so names only what nobody
/// else does. The first line is what the user sees if the expression is wrong.
std::string kernel_type(std::size_t index, std::string_view expression) {
  return fmt::format(
      "static_assert(duet_cpu_is_kernel<decltype(&{1})>(), \"a kernel is a __global__ function "
      "that "
      "returns void and takes no references\");\n"
      "using duet_cpu_kernel_{0} = duet_cpu_kernel<duet_cpu_plain<decltype(&{1})>, &{1}>;\n",
      index, expression);
}

std::string kernel_record(std::size_t index, std::string_view name) {
  return fmt::format(
      "__attribute__((section(\"duet_kernels\"), used, aligned(4))) static const "
      "duet_cpu::KernelRecord<duet_cpu_kernel_{0}::parameters, sizeof({1})> duet_cpu_record_{0} = "
      "{{{{sizeof(duet_cpu_record_{0}), {0}, duet_cpu::Form::unknown, duet_cpu::no_size, "
      "duet_cpu_kernel_{0}::parameters, duet_cpu_kernel_{0}::max_threads}}, "
      "duet_cpu_kernel_{0}::list(), {1}}};\n",
      index, quoted(name));
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
  // Only here, so that a macro named T or N does not reach into the prelude.
  text += line_marker("command line", false);
  for (const std::string& macro : program.macros) text += macro_definition(macro);
  text += line_marker(program.name, false) + source.text + '\n';

  text += line_marker(entries_file, true);
  // `::k` finds a kernel of the global namespace if there is one, and else this.
  text += "namespace duet_cpu_absent {\n";
  for (const std::string& name : c_kernels) {
    text += fmt::format("constexpr duet_cpu_no_kernel {}{{}};\n", name);
  }
  text += "}\nusing namespace duet_cpu_absent;\n";
  std::string records;
  std::string functions;
  std::size_t count = 0;
  const auto add = [&](std::string_view expression, std::string_view name) {
    text += line_marker(fmt::format("kernel {}", name), false) + kernel_type(count, expression);
    records += kernel_record(count, name);
    functions += fmt::format("duet_cpu_kernel_{}::run, ", count);
    ++count;
  };
  for (const std::string& kernel : program.kernels) add(bare_expression(kernel), kernel);
  for (const std::string& name : c_kernels) add("::" + name, name);
  text += line_marker(entries_file, true);
  for (const std::string& macro : program.macros) text += macro_removal(macro);
  text += records +
          "extern \"C\" __attribute__((visibility(\"default\"))) const duet_cpu::Run "
          "duet_cpu_run[] = {" +
          functions + "nullptr};\n";
  return text;
}

}  // namespace duet::cpu
