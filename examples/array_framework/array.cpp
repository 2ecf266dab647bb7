#include "array.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "evaluator.hpp"
#include "node.hpp"

namespace arrays {

namespace {

std::string text(Shape shape) { return fmt::format("{} x {}", shape.rows, shape.columns); }

int broadcast(int a, int b, Shape left, Shape right) {
  if (a == b || b == 1) return a;
  if (a == 1) return b;
  throw std::invalid_argument(fmt::format("shapes {} and {} do not fit", text(left), text(right)));
}

Array make(Node node) { return Array(std::make_shared<Node>(std::move(node))); }

Array of_rows(const char* kernel, Shape shape, const Array& a) {
  return make({Kind::rows, shape, kernel, {a.node()}});
}

Array random(const char* kernel, Shape shape, std::uint64_t seed) {
  return make({.kind = Kind::random, .shape = shape, .operation = kernel, .seed = seed});
}

}  // namespace

Array::Array(float value)
    : node_(std::make_shared<Node>(Node{.kind = Kind::constant, .shape = {}, .value = value})) {}

Array::Array(std::vector<float> values, Shape shape) {
  if (values.size() != shape.size()) {
    throw std::invalid_argument(
        fmt::format("{} values cannot have the shape {}", values.size(), text(shape)));
  }
  node_ = std::make_shared<Node>(Node{.kind = Kind::elementwise,
                                      .shape = shape,
                                      .memory = Evaluator::instance().upload(std::move(values))});
}

Shape Array::shape() const { return node_->shape; }

std::vector<float> Array::values() const { return Evaluator::instance().download(*this); }

void evaluate(std::initializer_list<Array> arrays, std::function<void()> when_done) {
  Evaluator::instance().evaluate(arrays, std::move(when_done));
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
  return make(std::move(node));
}

Array row_sum(const Array& a) { return of_rows("row_sum", {a.shape().rows, 1}, a); }
Array row_maximum(const Array& a) { return of_rows("row_maximum", {a.shape().rows, 1}, a); }
Array softmax(const Array& a) { return of_rows("softmax", a.shape(), a); }

Array random_uniform(Shape shape, std::uint64_t seed) { return random("uniform", shape, seed); }
Array random_normal(Shape shape, std::uint64_t seed) { return random("normal", shape, seed); }

Array product(const Array& a, const Array& b) {
  if (a.shape().columns != b.shape().rows) {
    throw std::invalid_argument(
        fmt::format("a product of {} and {} is not possible", text(a.shape()), text(b.shape())));
  }
  return make(
      {Kind::product, {a.shape().rows, b.shape().columns}, "product", {a.node(), b.node()}});
}

}  // namespace arrays
