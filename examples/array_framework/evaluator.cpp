#include "evaluator.hpp"

#include <array>
#include <utility>
#include <vector>

#include "fused_group.hpp"
#include "kernels.hpp"
#include "product.hpp"

namespace arrays {

namespace {

/// Limits of a fused kernel. More operations are slow to compile. duet takes 64 arrays: two are
/// left for the last operation's other operands.
constexpr int most_operations = 256, most_reads = 62;

void reduce_rows(duet::CommandEncoder& encoder, const Node& node, const Memory& result) {
  const Node& input = *node.inputs.front();
  const duet::LaunchShape shape{{static_cast<unsigned>(node.shape.rows)}, {row_block}};
  encoder.launch(find_kernel(result.device(), node.operation), shape, duet::in(*input.memory),
                 duet::out(result), input.shape.columns, node.value);
}

void draw(duet::CommandEncoder& encoder, const Node& node, const Memory& result) {
  const auto count = static_cast<int>(result.size());
  encoder.launch(find_kernel(result.device(), "draw"), duet::cover((result.size() + 1) / 2),
                 duet::out(result), node.seed, count, node.operation == "normal");
}

void multiply(duet::CommandEncoder& encoder, const Node& node, const Memory& result) {
  // One library a device: opened before its first capture, destroyed before the driver shuts down.
  static const duet::DeviceSlot<ProductLibrary> libraries(open_product_library);
  const ProductLibrary& library = libraries.get(result.device());
  const Node &a = *node.inputs[0], &b = *node.inputs[1];
  const Product product{a.memory->data(), b.memory->data(), result.data(),
                        a.shape.rows,     b.shape.columns,  a.shape.columns};
  encoder.capture({duet::in(*a.memory), duet::in(*b.memory), duet::out(result)},
                  [&](duet::StreamRef stream) { library(stream, product); });
}

duet::ArrayView view(const Memory& memory, Shape shape) {
  return {memory, {shape.rows, shape.columns}};
}

}  // namespace

Evaluator& Evaluator::instance() {
  static Evaluator evaluator{duet::Device(0)};
  return evaluator;
}

Evaluator::Part Evaluator::visit(const std::shared_ptr<Node>& node) {
  if (node->is_computed()) return {.reads = 1};
  if (node->kind == Kind::constant) return {};
  const bool is_elementwise = node->kind == Kind::elementwise;
  Part kernel{.operations = 1};
  for (const auto& input : node->inputs) {
    Part part = visit(input);
    if (!is_elementwise || kernel.operations + part.operations > most_operations ||
        kernel.reads + part.reads > most_reads) {
      part = compute(*input);
    }
    kernel.operations += part.operations;
    kernel.reads += part.reads;
  }
  return is_elementwise && fuses_ && node.use_count() == 1 ? kernel : compute(*node);
}

/// Gives a node memory and records what computes it.
Evaluator::Part Evaluator::compute(Node& node) {
  if (node.is_computed()) return {.reads = 1};
  Memory result = encoder_.temporary<float>(node.shape.size());
  switch (node.kind) {
    case Kind::constant: encoder_.fill(result, node.value); break;
    case Kind::elementwise: fuse(node, result); break;
    case Kind::rows: reduce_rows(encoder_, node, result); break;
    case Kind::random: draw(encoder_, node, result); break;
    case Kind::product: multiply(encoder_, node, result); break;
  }
  node.memory = std::move(result);
  node.inputs.clear();  // arrays that nothing else refers to free their memory
  return {.reads = 1};
}

void Evaluator::fuse(const Node& node, const Memory& result) {
  const FusedGroup group(node);
  duet::FusedKernel& kernel = fused_[group.key];
  if (!kernel) kernel = duet::FusedKernel(result.device(), group.fusion());
  std::vector<duet::ArrayView> inputs;
  for (const Node* input : group.inputs) inputs.push_back(view(*input->memory, input->shape));
  const std::array outputs{view(result, node.shape)};
  kernel.launch(encoder_, inputs, outputs);
}

}  // namespace arrays
