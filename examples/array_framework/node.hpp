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

/// An operation and, once it was computed, its values.
struct Node {
  Kind kind;
  Shape shape;
  std::string operation{};  ///< of duet::ops, or the name of a kernel
  std::vector<std::shared_ptr<Node>> inputs{};
  float value = 0;         ///< of a constant
  std::uint64_t seed = 0;  ///< of random numbers
  Memory memory{};         ///< null until computed

  bool is_constant() const { return kind == Kind::constant; }
  duet::DeviceSpan<float> span() const { return memory->subspan(0, shape.size()); }
};

}  // namespace arrays
