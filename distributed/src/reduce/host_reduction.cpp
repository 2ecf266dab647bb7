#include "reduce/host_reduction.hpp"

#include <complex>
#include <cstdint>
#include <type_traits>

namespace duet::detail {

namespace {

template <typename T>
constexpr bool is_complex = false;
template <typename T>
constexpr bool is_complex<std::complex<T>> = true;
template <typename T>
constexpr bool is_float16 = std::is_same_v<T, half> || std::is_same_v<T, bfloat16>;

/// The type in which sums and products are computed. Unsigned: integers wrap round.
template <typename T>
using Wide = std::conditional_t<std::is_integral_v<T>, std::uint64_t,
                                std::conditional_t<is_float16<T>, float, T>>;

struct Sum {
  template <typename T>
  static T of(T a, T b) {
    return static_cast<T>(static_cast<Wide<T>>(a) + static_cast<Wide<T>>(b));
  }
};
struct Product {
  template <typename T>
  static T of(T a, T b) {
    return static_cast<T>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b));
  }
};
struct Min {
  template <typename T>
  static T of(T a, T b) {
    return b < a ? b : a;
  }
};
struct Max {
  template <typename T>
  static T of(T a, T b) {
    return a < b ? b : a;
  }
};

template <typename T, typename Operation>
void combine(void* into, const void* from, std::size_t count) {
  T* const to = static_cast<T*>(into);
  const T* const other = static_cast<const T*>(from);
  for (std::size_t i = 0; i < count; ++i) to[i] = Operation::of(to[i], other[i]);
}

template <typename T>
void divide(void* data, std::size_t count, int ranks) {
  using Real = std::conditional_t<std::is_same_v<Wide<T>, double> ||
                                      std::is_same_v<Wide<T>, std::complex<double>>,
                                  double, float>;
  T* const values = static_cast<T*>(data);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<T>(static_cast<Wide<T>>(values[i]) / static_cast<Real>(ranks));
  }
}

template <typename T>
HostReduction reduction_of(Reduction reduction) noexcept {
  switch (reduction) {
    case Reduction::sum: return {combine<T, Sum>, nullptr};
    case Reduction::product: return {combine<T, Product>, nullptr};
    case Reduction::min:
      if constexpr (!is_complex<T>) return {combine<T, Min>, nullptr};
      break;
    case Reduction::max:
      if constexpr (!is_complex<T>) return {combine<T, Max>, nullptr};
      break;
    case Reduction::average:
      if constexpr (!std::is_integral_v<T>) return {combine<T, Sum>, divide<T>};
      break;
  }
  return {};
}

}  // namespace

HostReduction host_reduction(DataType type, Reduction reduction) noexcept {
  switch (type) {
    case DataType::boolean: return reduction_of<bool>(reduction);
    case DataType::i8: return reduction_of<std::int8_t>(reduction);
    case DataType::i16: return reduction_of<std::int16_t>(reduction);
    case DataType::i32: return reduction_of<std::int32_t>(reduction);
    case DataType::i64: return reduction_of<std::int64_t>(reduction);
    case DataType::u8: return reduction_of<std::uint8_t>(reduction);
    case DataType::u16: return reduction_of<std::uint16_t>(reduction);
    case DataType::u32: return reduction_of<std::uint32_t>(reduction);
    case DataType::u64: return reduction_of<std::uint64_t>(reduction);
    case DataType::f16: return reduction_of<half>(reduction);
    case DataType::bf16: return reduction_of<bfloat16>(reduction);
    case DataType::f32: return reduction_of<float>(reduction);
    case DataType::f64: return reduction_of<double>(reduction);
    case DataType::c64: return reduction_of<std::complex<float>>(reduction);
    case DataType::c128: return reduction_of<std::complex<double>>(reduction);
  }
  return {};
}

}  // namespace duet::detail
