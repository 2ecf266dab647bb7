#include "array_overlap.hpp"

#include <cstdint>
#include <numeric>
#include <utility>

#include "../../fusion/array_reach.hpp"

namespace duet::detail {

namespace {

/// An array as lines of adjacent bytes, whose starts are multiples of a distance apart.
struct Lines {
  std::int64_t width;     ///< of a line, in bytes
  std::int64_t distance;  ///< common divisor of the strides, in bytes; 0: one line
};
Lines lines_of(const ArrayView& view) {
  const auto bytes = static_cast<std::int64_t>(size_of(view.type()));
  Lines lines{bytes, 0};
  for (int d = 0; d < view.shape().size(); ++d) {
    if (view.shape()[d] == 1) continue;
    if (view.strides()[d] == 1 && lines.width == bytes) {
      lines.width = bytes * view.shape()[d];
    } else {
      lines.distance = std::gcd(lines.distance, view.strides()[d] * bytes);
    }
  }
  return lines;
}

}  // namespace

bool have_common_bytes(const ArrayView& a, const ArrayView& b) {
  if (a.size() == 0 || b.size() == 0) return false;
  const auto range = [](const ArrayView& view) {
    const Reach reach = reach_of(view.shape(), view.strides());
    const auto bytes = static_cast<std::int64_t>(size_of(view.type()));
    const auto base = reinterpret_cast<std::intptr_t>(view.data());
    return std::pair(base + reach.first * bytes, base + (reach.last + 1) * bytes);
  };
  const auto [a_first, a_end] = range(a);
  const auto [b_first, b_end] = range(b);
  return a_first < b_end && b_first < a_end;
}

bool are_side_by_side(const ArrayView& a, const ArrayView& b) {
  const Lines of_a = lines_of(a), of_b = lines_of(b);
  const std::int64_t common = std::gcd(of_a.distance, of_b.distance);
  if (common == 0) return false;
  const auto* const first = static_cast<const std::byte*>(a.data());
  const auto* const second = static_cast<const std::byte*>(b.data());
  const std::int64_t distance = ((second - first) % common + common) % common;
  return distance >= of_a.width && common - distance >= of_b.width;
}

}  // namespace duet::detail
