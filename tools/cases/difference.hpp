#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "support/npy.hpp"

namespace duet::tool {

/// How far a number may be from the expected one: `absolute` + `relative` * |expected|.
struct Tolerance {
  double absolute = 0;
  double relative = 0;

  friend bool operator==(const Tolerance&, const Tolerance&) = default;
};

/// Where two arrays differ.
struct Difference {
  std::size_t count = 0;  ///< Elements that differ.
  std::size_t first = 0;  ///< The first of them.
  std::string found{};    ///< Its values.
  std::string expected{};
};

/// Compares element by element. Floating-point numbers may differ by the tolerance; two that are no
/// number are equal. All others have to be equal.
/// @returns nothing if the arrays agree
/// @throws std::logic_error if they have not the same type and number of elements
std::optional<Difference> find_difference(const NpyArray& found, const NpyArray& expected,
                                          const Tolerance& tolerance);

}  // namespace duet::tool
