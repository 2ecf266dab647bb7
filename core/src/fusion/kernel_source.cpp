#include "kernel_source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "literal.hpp"

namespace duet::detail {

namespace {

/// The device headers that the nodes need.
std::set<std::string> node_headers(const FusionGraph& graph) {
  std::set<std::string> headers;
  const auto add_type = [&](DataType type) {
    if (type == DataType::f16) headers.insert("half");
    if (type == DataType::bf16) headers.insert("bfloat16");
    if (type >= DataType::c64) headers.insert("complex");
  };
  for (const FusionNode& node : graph.nodes()) {
    add_type(node.type);
    if (node.kind == FusionNode::Kind::constant) headers.insert("limits");
    if (node.kind == FusionNode::Kind::cast) headers.insert("cast");
    if (node.kind == FusionNode::Kind::operation) {
      constexpr const char* by_operands[] = {"ops/unary", "ops/binary", "ops/ternary"};
      headers.insert(by_operands[node.operands.size() - 1]);
    }
  }
  return headers;
}

/// The include lines of the device headers that a variant needs.
std::string includes(const FusionGraph& graph, const FusionVariant& variant) {
  std::set<std::string> headers = node_headers(graph);
  headers.insert(variant.form == FusionForm::strided ? "indexing" : "vector");
  if (variant.elements > 1) headers.insert("vector");
  std::string text;
  for (const std::string& header : headers)
    text += fmt::format("#include <duet/device/{}.hpp>\n", header);
  return text;
}

constexpr const char* index = "  const Index i = Index(blockIdx.x) * blockDim.x + threadIdx.x;\n";

/// Writes the kernel of one variant. Values are named v0, v1, … by their nodes, the arrays in0,
/// in1, … and out0, out1, ….
class KernelWriter {
 public:
  KernelWriter(const FusionGraph& graph, const FusionVariant& variant)
      : graph_(graph), variant_(variant), needed_(graph.needed()) {}

  std::string write() const {
    return fmt::format(
        "{}\nusing Index = duet::uint{}_t;\n\n{}\n"
        "extern \"C\" __global__ void __launch_bounds__({}) {}(\n    {}) {{\n{}}}\n",
        includes(graph_, variant_), variant_.index_bits, evaluation(), fusion_block, fusion_kernel,
        fmt::join(parameters(), ",\n    "), body());
  }

  /// The function that computes one element. It is the same in all variants.
  std::string evaluation() const {
    Lines parameters;
    for (std::size_t i = 0; i < inputs(); ++i) {
      if (is_needed(i))
        parameters.push_back(fmt::format("{} v{}", input_type(i), graph_.inputs()[i]));
    }
    for (std::size_t i = 0; i < outputs(); ++i) {
      parameters.push_back(fmt::format("{}& result{}", output_type(i), i));
    }
    std::string text =
        fmt::format("__device__ inline void evaluate({}) {{\n", fmt::join(parameters, ", "));
    for (std::size_t i = 0; i < graph_.nodes().size(); ++i) {
      const FusionNode& node = graph_.nodes()[i];
      if (!needed_[i] || node.kind == FusionNode::Kind::input) continue;
      text += fmt::format("  const {} v{} = {};\n", kernel_type(node.type), i, expression(node));
    }
    for (std::size_t i = 0; i < outputs(); ++i) {
      text += fmt::format("  result{} = v{};\n", i, graph_.outputs()[i]);
    }
    return text + "}\n";
  }

 private:
  using Lines = std::vector<std::string>;

  std::size_t inputs() const { return graph_.inputs().size(); }
  std::size_t outputs() const { return graph_.outputs().size(); }
  bool is_needed(std::size_t input) const {
    return needed_[static_cast<std::size_t>(graph_.inputs()[input])];
  }
  bool is_scalar(std::size_t input) const { return (variant_.scalars >> input & 1) != 0; }
  const char* input_type(std::size_t i) const { return kernel_type(graph_.input_type(i)); }
  const char* output_type(std::size_t i) const { return kernel_type(graph_.output_type(i)); }

  static std::string expression(const FusionNode& node) {
    if (node.kind == FusionNode::Kind::constant) return node.text;
    Lines operands;
    for (const int operand : node.operands) operands.push_back(fmt::format("v{}", operand));
    const std::string list = fmt::format("{}", fmt::join(operands, ", "));
    if (node.kind == FusionNode::Kind::cast) {
      return fmt::format("duet::cast<{}>({})", kernel_type(node.type), list);
    }
    return fmt::format("duet::ops::{}{{}}({})", node.text, list);
  }

  Lines parameters() const {
    Lines list;
    for (std::size_t i = 0; i < inputs(); ++i)
      list.push_back(fmt::format("const {}* in{}", input_type(i), i));
    for (std::size_t i = 0; i < outputs(); ++i)
      list.push_back(fmt::format("{}* out{}", output_type(i), i));
    if (variant_.form == FusionForm::strided) {
      list.push_back(fmt::format("duet::array<Index, {}> shape", variant_.dimensions));
      for (std::size_t i = 0; i < inputs() + outputs(); ++i) {
        list.push_back(fmt::format("duet::array<duet::signed_index<Index>, {}> strides{}",
                                   variant_.dimensions, i));
      }
      if (any_dimensions()) list.push_back("int dimensions");
    }
    list.push_back("Index size");
    return list;
  }
  bool any_dimensions() const { return variant_.dimensions == max_dimensions; }

  std::string body() const {
    switch (variant_.form) {
      case FusionForm::vectors: return vectors();
      case FusionForm::contiguous: return contiguous();
      case FusionForm::strided: return strided();
    }
    return {};
  }

  std::string contiguous() const {
    return fmt::format("{}  if (i < size) {};\n", index, call_at("i"));
  }

  std::string vectors() const {
    const int n = variant_.elements;
    return fmt::format(
        "{}  const Index first = i * {};\n  if (first + {} <= size) {{\n{}  }} else {{\n"
        "#pragma unroll 1\n    for (Index e = first; e < size; ++e) {};\n  }}\n",
        index, n, n, one_vector("i", false), call_at("e"));
  }

  /// Evaluates one vector. All loads precede the first computation, so that many are in flight at
  /// once.
  /// @param number         the vector's number in each array
  /// @param has_locations  whether the numbers count from the locations in `at`
  std::string one_vector(std::string_view number, bool has_locations) const {
    const int n = variant_.elements;
    const auto from = [&](const char* kind, std::size_t i, std::size_t operand) {
      return has_locations ? fmt::format("{}{} + at[{}]", kind, i, operand)
                           : fmt::format("{}{}", kind, i);
    };
    std::string text;
    Lines arguments;
    for (std::size_t i = 0; i < inputs(); ++i) {
      if (!is_needed(i)) continue;
      const std::string pointer = from("in", i, i);
      text += is_scalar(i) ? fmt::format("    const {} a{} = *({});\n", input_type(i), i, pointer)
                           : fmt::format("    const auto a{} = duet::load_vector<{}>({}, {});\n", i,
                                         n, pointer, number);
      arguments.push_back(fmt::format("a{}{}", i, is_scalar(i) ? "" : "[k]"));
    }
    for (std::size_t i = 0; i < outputs(); ++i) {
      text += fmt::format("    duet::vector<{}, {}> b{};\n", output_type(i), n, i);
      arguments.push_back(fmt::format("b{}[k]", i));
    }
    text += fmt::format("    for (int k = 0; k < {}; ++k) evaluate({});\n", n,
                        fmt::join(arguments, ", "));
    for (std::size_t i = 0; i < outputs(); ++i) {
      text += fmt::format("    duet::store_vector({}, {}, b{});\n", from("out", i, inputs() + i),
                          number, i);
    }
    return text;
  }

  std::string strided() const {
    Lines strides;
    for (std::size_t i = 0; i < inputs() + outputs(); ++i) {
      strides.push_back(fmt::format("strides{}", i));
    }
    const std::string list = fmt::format("{}", fmt::join(strides, ", "));
    std::string text = fmt::format("{}  if (i >= size) return;\n", index);
    text += any_dimensions()
                ? fmt::format(
                      "  const auto at = duet::locations<Index>(i, shape, dimensions, {});\n", list)
                : fmt::format("  const auto at = duet::locations<Index, {}>(i, shape, {});\n",
                              variant_.dimensions, list);
    if (variant_.elements > 1) return text + one_vector("0", true);
    Lines arguments;
    for (std::size_t i = 0; i < inputs(); ++i) {
      if (is_needed(i)) arguments.push_back(fmt::format("in{}[at[{}]]", i, i));
    }
    for (std::size_t i = 0; i < outputs(); ++i) {
      arguments.push_back(fmt::format("out{}[at[{}]]", i, inputs() + i));
    }
    return text + fmt::format("  evaluate({});\n", fmt::join(arguments, ", "));
  }

  /// Returns a call that evaluates one element of dense arrays.
  std::string call_at(std::string_view index) const {
    Lines arguments;
    for (std::size_t i = 0; i < inputs(); ++i) {
      if (!is_needed(i)) continue;
      arguments.push_back(is_scalar(i) ? fmt::format("*in{}", i)
                                       : fmt::format("in{}[{}]", i, index));
    }
    for (std::size_t i = 0; i < outputs(); ++i)
      arguments.push_back(fmt::format("out{}[{}]", i, index));
    return fmt::format("evaluate({})", fmt::join(arguments, ", "));
  }

  const FusionGraph& graph_;
  const FusionVariant& variant_;
  const std::vector<bool> needed_;
};

}  // namespace

std::string kernel_source(const FusionGraph& graph, const FusionVariant& variant) {
  return KernelWriter(graph, variant).write();
}

FusionFunction evaluation_source(const FusionGraph& graph) {
  const FusionVariant variant;
  return {node_headers(graph), KernelWriter(graph, variant).evaluation()};
}

}  // namespace duet::detail
