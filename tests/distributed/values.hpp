#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <ostream>
#include <type_traits>
#include <vector>

#include <duet/data_type.hpp>
#include <duet/reduction.hpp>

namespace duet::test {

/// A type without a DataType.
struct Point {
  float x, y, z;
  friend bool operator==(const Point&, const Point&) = default;
};

template <typename T>
constexpr bool is_complex = false;
template <typename T>
constexpr bool is_complex<std::complex<T>> = true;

template <typename T>
T from_number(int number) {
  if constexpr (std::is_same_v<T, bool>) {
    return number % 2 == 0;
  } else if constexpr (std::is_same_v<T, Point>) {
    return {static_cast<float>(number), static_cast<float>(-number), 0.5f};
  } else if constexpr (is_complex<T>) {
    using Real = typename T::value_type;
    return {static_cast<Real>(number), static_cast<Real>(0)};
  } else {
    return static_cast<T>(number);
  }
}

/// An element's number: small, so that sums of 16 ranks are exact in every type; for products, only
/// one rank has 2 and all others have 1.
inline int number_of(int rank, std::size_t index, Reduction reduction, int size) {
  if (reduction == Reduction::product) {
    return static_cast<std::size_t>(rank) == index % static_cast<std::size_t>(size) ? 2 : 1;
  }
  return static_cast<int>((static_cast<std::size_t>(rank) * 7 + index * 3) % 5) + 1;
}

/// The elements that a rank has, from number `first` on.
template <typename T>
std::vector<T> values_of(int rank, std::size_t count, int size,
                         Reduction reduction = Reduction::sum, std::size_t first = 0) {
  std::vector<T> values;
  values.reserve(count);
  for (std::size_t i = first; i < first + count; ++i) {
    values.push_back(from_number<T>(number_of(rank, i, reduction, size)));
  }
  return values;
}

template <typename T>
T combined(T a, T b, Reduction reduction) {
  if constexpr (std::is_same_v<T, bool>) {
    const bool is_or = reduction == Reduction::sum || reduction == Reduction::max;
    return is_or ? a || b : a && b;
  } else {
    if (reduction == Reduction::product) return static_cast<T>(a * b);
    if constexpr (!is_complex<T>) {
      if (reduction == Reduction::min) return b < a ? b : a;
      if (reduction == Reduction::max) return a < b ? b : a;
    }
    return static_cast<T>(a + b);
  }
}

template <typename T>
T averaged(T sum, int size) {
  if constexpr (is_complex<T>) {
    return sum / static_cast<typename T::value_type>(size);
  } else if constexpr (!std::is_integral_v<T>) {
    return static_cast<T>(sum / static_cast<T>(size));
  }
  return sum;
}

/// The sequential reference of reductions. Elements recur after 5 times the number of ranks.
template <typename T>
std::vector<T> reduced_values(std::size_t count, int size, Reduction reduction) {
  const std::size_t period = std::min(count, 5 * static_cast<std::size_t>(size));
  std::vector<T> result = values_of<T>(0, period, size, reduction);
  for (int rank = 1; rank < size; ++rank) {
    const std::vector<T> other = values_of<T>(rank, period, size, reduction);
    for (std::size_t i = 0; i < period; ++i) {
      result[i] = combined<T>(result[i], other[i], reduction);
    }
  }
  if (reduction == Reduction::average) {
    for (std::size_t i = 0; i < period; ++i) result[i] = averaged<T>(result[i], size);
  }
  result.reserve(count);
  for (std::size_t i = period; i < count; ++i) result.push_back(result[i - period]);
  return result;
}

}  // namespace duet::test
