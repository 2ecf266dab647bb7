#include "kernel_source.hpp"

#include <fmt/format.h>

namespace expression {
namespace {

/// The precedence of an operation in C++. Operands of lower precedence get parentheses.
enum Binding { binds_select, binds_sum, binds_product, binds_unary, binds_all };

class Writer {
 public:
  explicit Writer(bool use_double) : use_double_(use_double) {}

  std::string write(const Node& node, Binding needed) const {
    std::string text;
    const Binding binding = write(node, text);
    return binding < needed ? fmt::format("({})", text) : text;
  }

 private:
  Binding write(const Node& node, std::string& text) const {
    const auto child = [&](std::size_t i, Binding needed) {
      return write(node.children[i], needed);
    };
    switch (node.kind) {
      case Node::Kind::number:
        // A floating-point literal, so that 1/2 is 0.5; the cast avoids double arithmetic in float.
        text = fmt::format("real({:#})", node.number);
        return binds_all;
      case Node::Kind::variable: text = fmt::format("v_{}", node.name); return binds_all;
      case Node::Kind::negate: text = fmt::format("-{}", child(0, binds_all)); return binds_unary;
      case Node::Kind::binary: {
        const bool product = node.name == "*" || node.name == "/";
        const Binding binding = product ? binds_product : binds_sum;
        // Operators of one level group to the left. A right operand of the same level keeps its
        // parentheses, because floating-point arithmetic is not associative.
        text =
            child(0, binding) + " " + node.name + " " + child(1, static_cast<Binding>(binding + 1));
        return binding;
      }
      case Node::Kind::compare:
        text = fmt::format("real({} {} {})", child(0, binds_sum), node.name, child(1, binds_sum));
        return binds_all;
      case Node::Kind::select:
        text = fmt::format("{} != real(0) ? {} : {}", child(0, binds_sum), child(1, binds_sum),
                           child(2, binds_select));
        return binds_select;
      case Node::Kind::call:
        text = fmt::format("{}{}({}", node.function->device, use_double_ ? "" : "f",
                           child(0, binds_select));
        if (node.children.size() == 2) text += ", " + child(1, binds_select);
        text += ")";
        return binds_all;
    }
    return binds_all;
  }

  bool use_double_;
};

}  // namespace

std::string kernel_source(const Formula& formula, bool use_double) {
  std::string parameters;
  std::string values;
  for (const std::string& name : formula.variables()) {
    // The prefixes allow variables named like keywords or parameters, such as `int` or `n`.
    parameters += fmt::format("const real* a_{}, ", name);
    values += fmt::format("    const real v_{0} = a_{0}[i];\n", name);
  }
  return fmt::format(R"(#include <duet/device/kernel.hpp>

using real = {type};

extern "C" __global__ void {kernel}({parameters}real* result,
                                    unsigned long long n) {{
  const unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {{
{values}    result[i] = {formula};
  }}
}}
)",
                     fmt::arg("type", use_double ? "double" : "float"),
                     fmt::arg("kernel", kernel_name), fmt::arg("parameters", parameters),
                     fmt::arg("values", values),
                     fmt::arg("formula", Writer(use_double).write(formula.root(), binds_select)));
}

}  // namespace expression
