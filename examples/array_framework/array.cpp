#include "array.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>

#include "evaluator.hpp"
#include "node.hpp"

namespace arrays {

namespace {

void require(bool fit, Shape a, Shape b) {
  if (fit) return;
  throw std::invalid_argument(
      fmt::format("shapes {} x {} and {} x {} do not fit", a.rows, a.columns, b.rows, b.columns));
}

int broadcast(int a, int b, Shape left, Shape right) {
  require(a == b || a == 1 || b == 1, left, right);
  return a == 1 ? b : a;
}

Array of_rows(const char* kernel, const Array& a, int columns, float first) {
  return Array(Node{Kind::rows, {a.shape().rows, columns}, kernel, {a.node()}, first});
}

Array random(const char* kernel, Shape shape, std::uint64_t seed) {
  return Array(Node{.kind = Kind::random, .shape = shape, .operation = kernel, .seed = seed});
}

}  // namespace

Array::Array(Node node) : node_(std::make_shared<Node>(std::move(node))) {}

Array::Array(float value) : Array(Node{.kind = Kind::constant, .value = value}) {}

Array::Array(std::vector<float> values, Shape shape) {
  if (values.size() != shape.size()) {
    throw std::invalid_argument(fmt::format("{} values cannot have the shape {} x {}",
                                            values.size(), shape.rows, shape.columns));
  }
  duet::CommandEncoder& encoder = Evaluator::instance().encoder();
  Memory memory = encoder.temporary<float>(values.size());
  const std::span<const float> elements = values;
  encoder.keep_alive(std::move(values));
  encoder.copy(memory, elements);
  *this = Array(Node{.kind = Kind::elementwise, .shape = shape, .memory = std::move(memory)});
}

Shape Array::shape() const { return node_->shape; }

std::vector<float> Array::values() const {
  if (node_->kind == Kind::constant) return {node_->value};
  evaluate({*this});
  return node_->memory->to_vector(Evaluator::instance().encoder().stream());
}

void evaluate(std::initializer_list<Array> arrays, std::function<void()> when_done) {
  Evaluator& evaluator = Evaluator::instance();
  for (const Array& array : arrays) evaluator.visit(array.node());
  if (when_done) evaluator.encoder().on_complete(std::move(when_done));
  evaluator.encoder().commit();
}

Array apply(const char* operation,
            std::initializer_list<std::reference_wrapper<const Array>> operands) {
  Node node{Kind::elementwise, {}, operation};
  node.inputs.reserve(operands.size());
  for (const Array& operand : operands) {
    const Shape so_far = node.shape, other = operand.shape();
    node.shape = {broadcast(so_far.rows, other.rows, so_far, other),
                  broadcast(so_far.columns, other.columns, so_far, other)};
    node.inputs.push_back(operand.node());
  }
  return Array(std::move(node));
}

Array row_sum(const Array& a) { return of_rows("reduce_rows<duet::ops::Add>", a, 1, 0); }
Array row_maximum(const Array& a) {
  return of_rows("reduce_rows<duet::ops::Maximum>", a, 1, -INFINITY);
}
Array softmax(const Array& a) { return of_rows("softmax", a, a.shape().columns, -INFINITY); }

Array random_uniform(Shape shape, std::uint64_t seed) { return random("uniform", shape, seed); }
Array random_normal(Shape shape, std::uint64_t seed) { return random("normal", shape, seed); }

Array product(const Array& a, const Array& b) {
  const Shape left = a.shape(), right = b.shape();
  require(left.columns == right.rows, left, right);
  return Array(Node{Kind::product, {left.rows, right.columns}, "product", {a.node(), b.node()}});
}

}  // namespace arrays
