#include "program.hpp"

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
  return "# 1 " + quoted(file) + (system ? " 3\n" : "\n");
}

std::string kernel_alias(std::size_t index, std::string_view expression) {
  const std::string address = "&" + std::string(expression);
  return "using duet_cpu_kernel_" + std::to_string(index) +
         " = duet_cpu::Kernel<duet_cpu::PlainType<decltype(" + address + ")>, " + address + ">;\n";
}

std::string kernel_record(std::size_t index, std::string_view name) {
  const std::string number = std::to_string(index);
  const std::string kernel = "duet_cpu_kernel_" + number;
  const std::string record = "duet_cpu_record_" + number;
  const std::string text = quoted(name);
  return "__attribute__((section(\"duet_kernels\"), used, aligned(4))) static const "
         "duet_cpu::KernelRecord<" +
         kernel + "::parameters, sizeof(" + text + ")> " + record + " = {sizeof(" + record + "), " +
         kernel + "::parameters, " + kernel + "::max_threads, " + kernel + "::sizes(), " + text +
         "};\n";
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
    text += "constexpr duet_cpu::NoKernel " + name + "{};\n";
  }
  text += "}\nusing namespace duet_cpu_absent;\n";
  std::string records;
  std::string functions;
  std::size_t count = 0;
  const auto add = [&](std::string_view expression, std::string_view name) {
    text += kernel_alias(count, expression);
    records += kernel_record(count, name);
    functions += "duet_cpu_kernel_" + std::to_string(count) + "::run, ";
    ++count;
  };
  for (const std::string& kernel : program.kernels) {
    text += line_marker("name expression " + kernel, false);
    add(bare_expression(kernel), kernel);
  }
  text += line_marker(entries_file, true);
  for (const std::string& name : c_kernels) add("::" + name, name);
  text += records +
          "extern \"C\" __attribute__((visibility(\"default\"))) const duet_cpu::Run "
          "duet_cpu_run[] = {" +
          functions +
          "nullptr};\n";
  return text;
}

}  // namespace duet::cpu
