#include "evaluator.hpp"

#include <array>
#include <utility>

#include "fusion_plan.hpp"

namespace arrays {

Evaluator& Evaluator::instance() {
  static Evaluator evaluator{duet::Device(0)};
  return evaluator;
}

Memory Evaluator::upload(std::vector<float> values) {
  Memory memory = pool_.take(values.size());
  auto host = std::make_shared<const std::vector<float>>(std::move(values));
  encoder_.keep_alive(std::shared_ptr(host));
  encoder_.copy(memory->subspan(0, host->size()), *host);
  return memory;
}

std::vector<float> Evaluator::download(const std::shared_ptr<Node>& node) {
  if (node->is_constant()) return {node->value};
  evaluate({node});
  std::vector<float> values(node->shape.size());
  encoder_.copy(values, node->span());
  encoder_.synchronize();
  return values;
}

void Evaluator::evaluate(const Nodes& nodes, std::function<void()> when_done) {
  for (const std::shared_ptr<Node>& node : plan_of(nodes, fuses_)) {
    node->memory = pool_.take(node->shape.size());
    compute(*node);
    node->inputs.clear();  // arrays that nothing else refers to return their memory
  }
  if (when_done) encoder_.on_complete(std::move(when_done));
  encoder_.commit();
}

void Evaluator::compute(Node& node) {
  switch (node.kind) {
    case Kind::constant: return encoder_.fill(node.span(), node.value);
    case Kind::elementwise: return compute_fused(node);
    case Kind::rows: return compute_rows(node);
    case Kind::random: return compute_random(node);
    case Kind::product: return compute_product(node);
  }
}

void Evaluator::compute_fused(Node& node) {
  const Group group(node);
  const duet::FusedKernel& kernel = kernels_.fused(group.key(), [&] { return group.fusion(); });
  const auto view = [](const Node& array) {
    return duet::ArrayView(array.span(), {array.shape.rows, array.shape.columns});
  };
  std::vector<duet::ArrayView> inputs;
  for (const Node* input : group.inputs()) inputs.push_back(view(*input));
  const std::array outputs{view(node)};
  kernel.launch(encoder_, inputs, outputs);
}

void Evaluator::compute_rows(Node& node) {
  const Node& input = *node.inputs.front();
  const auto rows = static_cast<unsigned>(node.shape.rows);
  encoder_.launch(kernels_.of_rows(node.operation), {{rows}, {Kernels::row_block}},
                  duet::in(input.span()), duet::out(node.span()), input.shape.columns);
}

void Evaluator::compute_random(Node& node) {
  const std::size_t count = node.shape.size();
  encoder_.launch(kernels_.random(node.operation), duet::cover((count + 1) / 2),
                  duet::out(node.span()), node.seed, static_cast<int>(count));
}

void Evaluator::compute_product(Node& node) {
  if (library_ == nullptr) library_ = open_product_library(device_);
  const Node &a = *node.inputs[0], &b = *node.inputs[1];
  const std::array<duet::Access, 3> accesses{duet::in(a.span()), duet::in(b.span()),
                                             duet::out(node.span())};
  encoder_.capture(accesses, [&](duet::StreamRef stream) {
    library_->multiply(stream, a.span().data(), b.span().data(), node.span().data(), a.shape.rows,
                       b.shape.columns, a.shape.columns);
  });
}

}  // namespace arrays
