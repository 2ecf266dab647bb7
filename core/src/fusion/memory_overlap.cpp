#include "memory_overlap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

#include <duet/error.hpp>

namespace duet::detail {

namespace {

/// Whether no two elements share memory. Conservative: true only if each stride exceeds the sum of
/// what the shorter strides span.
bool has_distinct_elements(const Dimensions& shape, const Dimensions& strides) {
  std::vector<std::pair<std::int64_t, std::int64_t>> steps;  // stride and span
  for (int d = 0; d < shape.size(); ++d) {
    if (shape[d] == 1) continue;
    const std::int64_t stride = std::abs(strides[d]);
    steps.emplace_back(stride, stride * (shape[d] - 1));
  }
  std::ranges::sort(steps);
  std::int64_t total = 0;
  for (const auto& [stride, span] : steps) {
    if (stride <= total) return false;
    total += span;
  }
  return true;
}

/// Returns the greatest common divisor of an operand's strides, in bytes.
std::int64_t common_stride(const Dimensions& shape, const FusionOperand& operand) {
  std::int64_t common = 0;
  for (int d = 0; d < shape.size(); ++d) {
    if (shape[d] > 1) {
      common = std::gcd(common, operand.strides[d] * static_cast<std::int64_t>(operand.bytes));
    }
  }
  return common;
}

/// Whether two operands with overlapping byte ranges touch disjoint bytes: the addresses of each
/// are congruent modulo the common divisor of all strides, and the remainders do not overlap.
bool are_interleaved(const Dimensions& shape, const FusionOperand& a, const FusionOperand& b) {
  const std::int64_t common = std::gcd(common_stride(shape, a), common_stride(shape, b));
  if (common == 0) return false;
  const std::int64_t distance = ((b.data - a.data) % common + common) % common;
  return distance >= static_cast<std::int64_t>(a.bytes) &&
         common - distance >= static_cast<std::int64_t>(b.bytes);
}

bool is_same_array(const FusionOperand& a, const FusionOperand& b) {
  return a.data == b.data && a.bytes == b.bytes && a.strides == b.strides;
}

bool ranges_overlap(const Access& a, const Access& b) {
  const auto* const first = static_cast<const std::byte*>(a.data);
  const auto* const second = static_cast<const std::byte*>(b.data);
  return first < second + b.bytes && second < first + a.bytes;
}

std::string name(const FusionLayout& layout, std::size_t operand) {
  return operand < layout.inputs ? fmt::format("input {}", operand)
                                 : fmt::format("output {}", operand - layout.inputs);
}

}  // namespace

void check_overlaps(const FusionGraph& graph, const FusionLayout& layout) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorCode::invalid_argument, fmt::format("fusion '{}': {}", graph.name(), why));
  };
  for (std::size_t i = layout.inputs; i < layout.operands.size(); ++i) {
    const FusionOperand& output = layout.operands[i];
    if (!has_distinct_elements(layout.shape, output.strides)) {
      refuse(fmt::format("elements of {} share memory: extents {}, strides {}", name(layout, i),
                         to_string(layout.shape), to_string(output.strides)));
    }
    const Access written = layout.access(i);
    for (std::size_t j = 0; j < i; ++j) {
      const FusionOperand& other = layout.operands[j];
      if (!ranges_overlap(written, layout.access(j))) continue;
      if (!other.is_output && is_same_array(output, other)) continue;
      if (are_interleaved(layout.shape, output, other)) continue;
      refuse(fmt::format("{} and {} overlap in memory{}", name(layout, j), name(layout, i),
                         other.is_output ? "" : " and are not the same array"));
    }
  }
}

}  // namespace duet::detail
