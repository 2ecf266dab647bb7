#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <duet/duet.hpp>

#include "array.hpp"

namespace arrays {

enum class Kind { constant, elementwise, rows, random, product };

/// Device memory that returns to the pool when nothing refers to it any more.
using Memory = std::shared_ptr<const duet::Buffer<float>>;

struct Node;

/// Notes on a node while it is planned. They are valid in the evaluation of their number.
struct Plan {
  std::uint64_t evaluation = 0;
  int uses = 0;            ///< by nodes that are to be computed
  bool is_result = false;  ///< must have memory of its own
  bool is_visited = false;
  bool is_planned = false;     ///< will have memory of its own
  int operations = 0;          ///< that it adds to the kernel that reads it
  std::vector<Node*> reads{};  ///< the arrays that those read, sorted
  std::uint64_t group = 0;     ///< the kernel in which `number` counts
  std::size_t number = 0;
};

/// An operation and, once it was computed, its values.
struct Node {
  Kind kind;
  Shape shape;
  std::string operation{};  ///< of duet::ops, or the name of a kernel
  std::vector<std::shared_ptr<Node>> inputs{};
  float value = 0;         ///< of a constant
  std::uint64_t seed = 0;  ///< of random numbers
  Memory memory{};         ///< null until computed
  Plan plan{};

  bool is_constant() const { return kind == Kind::constant; }
  duet::DeviceSpan<float> span() const { return memory->subspan(0, shape.size()); }
};

}  // namespace arrays
