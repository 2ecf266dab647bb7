#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "support/npy.hpp"

namespace duet::tool {

/// The allowed error of a number: `absolute` + `relative` * |expected|.
struct Tolerance {
  double absolute = 0;
  double relative = 0;

  friend bool operator==(const Tolerance&, const Tolerance&) = default;
};

/// The differences of two arrays. Indices and counts are of numbers; a complex number is two.
struct Difference {
  std::size_t count = 0;  ///< How many numbers differ.
  std::size_t first = 0;  ///< Index of the first.
  std::string found{};    ///< Values of the first.
  std::string expected{};
  std::size_t worst = 0;  ///< Index of the largest error, relative to the allowed one.
  std::string worst_found{};
  std::string worst_expected{};
};

/// Compares two arrays. Floating-point numbers may differ by the tolerance; two NaNs are equal.
/// Integers must be equal.
/// @param allowed  replaces the tolerance: the allowed error of each number, also of integers, as
///                 u8, f32 or f64; null: the tolerance applies
/// @returns nullopt if the arrays agree
/// @throws std::logic_error if types or sizes differ
std::optional<Difference> find_difference(const NpyArray& found, const NpyArray& expected,
                                          const Tolerance& tolerance,
                                          const NpyArray* allowed = nullptr);

}  // namespace duet::tool
