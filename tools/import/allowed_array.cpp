#include "allowed_array.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace duet::tool {
namespace {

std::vector<double> doubles(const NpyArray& array) {
  std::vector<double> values(array.count());
  std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  return values;
}

template <typename T>
NpyArray array_of(ElementType type, const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {type, {values.size()}, false, {bytes.begin(), bytes.end()}};
}

bool is_real(ElementType type) {
  switch (type) {
    case ElementType::f16:
    case ElementType::bf16:
    case ElementType::f32:
    case ElementType::c64: return true;
    default: return false;
  }
}

float rounded_up(double value) {
  const auto nearest = static_cast<float>(value);
  return double{nearest} < value ? std::nextafter(nearest, HUGE_VALF) : nearest;
}

}  // namespace

NpyArray allowed_array(const NpyArray& allowed, ElementType type) {
  if (type == ElementType::f64 || type == ElementType::c128) return allowed;
  const std::vector<double> values = doubles(allowed);
  const auto is_byte = [](double value) {
    return value >= 0 && value <= 255 && value == std::trunc(value);
  };
  if (!is_real(type) && std::ranges::all_of(values, is_byte))
    return array_of(ElementType::u8, std::vector<std::uint8_t>(values.begin(), values.end()));
  std::vector<float> floats(values.size());
  std::ranges::transform(values, floats.begin(), rounded_up);
  return array_of(ElementType::f32, floats);
}

}  // namespace duet::tool
