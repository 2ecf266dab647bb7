#include "evaluator.hpp"

#include <array>
#include <span>
#include <utility>

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
  const auto rows = static_cast<unsigned>(node.shape.rows);
  encoder.launch(find_kernel(result.device(), node.operation), {{rows}, {row_block}},
                 duet::in(input.memory), duet::out(result), input.shape.columns);
}

void draw(duet::CommandEncoder& encoder, const Node& node, const Memory& result) {
  const auto count = static_cast<int>(result.size());
  encoder.launch(find_kernel(result.device(), "draw"), duet::cover((result.size() + 1) / 2),
                 duet::out(result), node.seed, count, node.operation == "normal");
}

void multiply(duet::CommandEncoder& encoder, const Node& node, const Memory& result) {
  const Node &a = *node.inputs[0], &b = *node.inputs[1];
  arrays::multiply(encoder, a.memory, b.memory, result, a.shape.rows, b.shape.columns,
                   a.shape.columns);
}

duet::ArrayView view(const Memory& memory, Shape shape) {
  return duet::ArrayView(memory, {shape.rows, shape.columns});
}

}  // namespace

Evaluator& Evaluator::instance() {
  static Evaluator evaluator{duet::Device(0)};
  return evaluator;
}

Memory Evaluator::upload(std::vector<float> values) {
  Memory memory = encoder_.temporary<float>(values.size());
  const std::span<const float> elements = values;
  encoder_.keep_alive(std::move(values));
  encoder_.copy(memory, elements);
  return memory;
}

std::vector<float> Evaluator::download(const Array& array) {
  const Node& node = *array.node();
  if (node.kind == Kind::constant) return {node.value};
  evaluate({array});
  std::vector<float> values(node.shape.size());
  encoder_.copy(values, node.memory);
  encoder_.synchronize();
  return values;
}

void Evaluator::evaluate(std::initializer_list<Array> arrays, std::function<void()> when_done) {
  for (const Array& array : arrays) visit(array.node());
  if (when_done) encoder_.on_complete(std::move(when_done));
  encoder_.commit();
}

/// Computes a node, or leaves it to the kernel of the only node that needs it. What anything else
/// refers to, such as the caller's array, gets memory, so that nothing is computed twice.
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
  auto kernel = fused_.find(group.key);
  if (kernel == fused_.end()) {
    kernel = fused_.emplace(group.key, duet::FusedKernel(device_, group.fusion())).first;
  }
  std::vector<duet::ArrayView> inputs;
  for (const Node* input : group.inputs) inputs.push_back(view(input->memory, input->shape));
  const std::array outputs{view(result, node.shape)};
  kernel->second.launch(encoder_, inputs, outputs);
}

}  // namespace arrays
