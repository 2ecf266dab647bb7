#include "program_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "program/compiler_messages.hpp"
#include "program/include_prefix.hpp"
#include "program/macros.hpp"

namespace duet::cpu {

namespace {

/// Sets the position of the next line. The compiler does not show warnings about system files.
std::string line_marker(std::string_view file, bool system, std::size_t line = 1) {
  return fmt::format("# {} {}{}\n", line, quoted(file), system ? " 3" : "");
}

std::string macro_removal(std::string_view macro) {
  return fmt::format("#undef {}\n", macro.substr(0, macro.find_first_of("(=")));
}

/// This text is subject to the user's macros, which the expression may use, so that its own names
/// start with duet_cpu_. The user sees the first line if the expression is wrong.
std::string kernel_type(std::size_t index, std::string_view expression) {
  const bool is_cast = expression.starts_with('(') || expression.starts_with("static_cast");
  return fmt::format(
      "static_assert(duet_cpu_is_kernel<decltype({1})>(), \"a kernel is a __global__ function "
      "that returns void and takes no references\");\n"
      "using duet_cpu_kernel_{0} = duet_cpu_kernel<duet_cpu_plain<decltype({1})>, {1}>;\n",
      index, is_cast ? fmt::format("({})", expression) : fmt::format("&{}", expression));
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

/// Declares an object that `::ns::k` finds if there is no such kernel.
std::string substitute(const UnlistedKernel& kernel) {
  if (kernel.is_certain) return {};
  std::string text;
  for (const std::string& name : kernel.namespaces) text += fmt::format("namespace {} {{ ", name);
  text += fmt::format(
      "namespace duet_cpu_absent {{ constexpr duet_cpu_no_kernel {}{{}}; }} "
      "using namespace duet_cpu_absent; ",
      kernel.expression);
  return text.append(kernel.namespaces.size(), '}') + "\n";
}

std::string macro_definitions(const Program& program) {
  std::string text = line_marker("command line", false);
  for (const std::string& macro : program.macros) text += macro_definition(macro);
  return text;
}

}  // namespace

std::string kernel_entries(const Program& program, std::span<const UnlistedKernel> unlisted) {
  std::string text = line_marker(entries_place, true);
  for (const UnlistedKernel& kernel : unlisted) text += substitute(kernel);
  std::string records;
  std::string functions;
  std::size_t count = 0;
  const auto add = [&](std::string_view expression, std::string_view name, std::string_view file) {
    text += line_marker(file, false) + kernel_type(count, expression);
    records += kernel_record(count, name);
    functions += fmt::format("duet_cpu_kernel_{}::run, ", count);
    ++count;
  };
  for (std::size_t i = 0; i < program.kernels.size(); ++i) {
    add(bare_expression(program.kernels[i]), program.names[i], name_expression_file);
  }
  for (const UnlistedKernel& kernel : unlisted) {
    add(kernel.qualified(), kernel.name, fmt::format("{}{}", kernel_place, kernel.name));
  }
  text += line_marker(entries_place, true);
  for (const std::string& macro : program.macros) text += macro_removal(macro);
  return text + records +
         "extern \"C\" __attribute__((visibility(\"default\"))) const duet_cpu::Run "
         "duet_cpu_run[] = {" +
         functions + "nullptr};\n";
}

std::string_view bare_expression(std::string_view expression) {
  while (!expression.empty() && std::string_view(" \t\n&").find(expression.front()) < 4) {
    expression.remove_prefix(1);
  }
  return expression;
}

std::string main_text(std::span<const embedded::File* const> prelude,
                      std::string_view include_prefix, std::string_view program_file) {
  std::string text;
  for (const embedded::File* const file : prelude) {
    text += line_marker("duet/" + std::string(file->name), true);
    // Commented out: the compiler warns about it in a main file.
    const std::size_t body = file->text.find("#pragma once");
    text.append("//").append(file->text.substr(body == std::string_view::npos ? 0 : body));
    text += '\n';
  }
  text += include_prefix;
  return text + line_marker(inclusion_place, false) +
         fmt::format("#include {}\n", quoted(program_file));
}

ProgramText program_text(const Program& program, std::string_view source,
                         std::span<const NamedText> headers, std::string_view entries) {
  const IncludePrefix prefix = include_prefix_of(source);
  // After the prelude, so that a macro named T or N does not change it.
  const std::string macros = macro_definitions(program);
  ProgramText text;
  if (prefix.length == 0) {
    text.rest = macros;
  } else {
    text.preamble.include_prefix = macros + line_marker(prefix_place, false) + prefix.text;
    std::ranges::copy_if(headers, std::back_inserter(text.preamble.headers), is_own_header,
                         &NamedText::name);
  }
  text.rest += line_marker(program.name, false, prefix.lines + 1);
  text.rest.append(source.substr(prefix.length)) += '\n';
  text.rest += entries;
  return text;
}

}  // namespace duet::cpu
