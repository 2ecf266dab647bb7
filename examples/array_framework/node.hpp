#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <duet/duet.hpp>

#include "array.hpp"

namespace arrays {

enum class Kind { constant, elementwise, rows, random, product };

/// Temporaries of the encoder: memory goes back to duet's pool when nothing refers to it any more.
using Memory = duet::Buffer<float>;

/// An operation and, once it was computed, its values.
struct Node {
  Kind kind;
  Shape shape{};
  std::string operation{};                      ///< of duet::ops, or the name of a kernel
  std::vector<std::shared_ptr<Node>> inputs{};  ///< none once computed
  float value = 0;                              ///< of a constant; where a reduction begins
  std::uint64_t seed = 0;                       ///< of random numbers
  std::optional<Memory> memory{};               ///< none until computed

  bool is_computed() const { return memory.has_value(); }
};

}  // namespace arrays
