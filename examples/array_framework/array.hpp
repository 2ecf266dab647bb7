#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <vector>

namespace arrays {

struct Node;

/// Rows and columns of an array. An extent of 1 is repeated where another operand has more.
struct Shape {
  int rows = 1;
  int columns = 1;

  std::size_t size() const {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  }
};

/// An array of floats on the device that is computed when its values are needed. A cheap handle:
/// copies share the values. All arrays belong to the thread that uses them.
class Array {
 public:
  /// A number, as an operand.
  Array(float value);  // NOLINT(google-explicit-constructor)
  /// Values in row-major order. @throws std::invalid_argument  if the shape has another size
  Array(std::vector<float> values, Shape shape);
  /// The result of an operation; see the functions below.
  explicit Array(Node node);

  Shape shape() const;
  /// The values in row-major order. Evaluates the array and waits for it.
  std::vector<float> values() const;
  /// The single value of an array of one element.
  float value() const { return values().at(0); }
  const std::shared_ptr<Node>& node() const { return node_; }

 private:
  std::shared_ptr<Node> node_;
};

/// Computes arrays, with as few kernels as possible. Does not wait.
/// @param when_done  called on another thread when the values are there; may be empty
void evaluate(std::initializer_list<Array> arrays, std::function<void()> when_done = {});

// Elementwise operations. They throw std::invalid_argument for shapes that do not fit.
Array apply(const char* operation,
            std::initializer_list<std::reference_wrapper<const Array>> operands);
inline Array operator+(const Array& a, const Array& b) { return apply("Add", {a, b}); }
inline Array operator-(const Array& a, const Array& b) { return apply("Subtract", {a, b}); }
inline Array operator*(const Array& a, const Array& b) { return apply("Multiply", {a, b}); }
inline Array operator/(const Array& a, const Array& b) { return apply("Divide", {a, b}); }
inline Array maximum(const Array& a, const Array& b) { return apply("Maximum", {a, b}); }
inline Array exp(const Array& a) { return apply("Exp", {a}); }
inline Array log(const Array& a) { return apply("Log", {a}); }
inline Array tanh(const Array& a) { return apply("Tanh", {a}); }

// Reductions of each row, to a column.
Array row_sum(const Array& a);
Array row_maximum(const Array& a);
/// The softmax of each row.
Array softmax(const Array& a);

/// Uniform numbers in [0, 1) or standard normal ones, the same for the same seed on all devices.
Array random_uniform(Shape shape, std::uint64_t seed);
Array random_normal(Shape shape, std::uint64_t seed);

/// The matrix product, computed by a library. @throws std::invalid_argument  if a.columns != b.rows
Array product(const Array& a, const Array& b);

}  // namespace arrays
