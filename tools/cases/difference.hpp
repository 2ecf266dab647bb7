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

/// Where two arrays differ. Numbers are counted, of which a complex one is two.
struct Difference {
  std::size_t count = 0;  ///< Numbers that differ.
  std::size_t first = 0;  ///< The first of them.
  std::string found{};    ///< Its values.
  std::string expected{};
  std::size_t worst = 0;  ///< The one farthest off beside what is allowed.
  std::string worst_found{};
  std::string worst_expected{};
};

/// Compares element by element. Floating-point numbers may differ by the tolerance; two that are no
/// number are equal. All others have to be equal.
/// @param allowed  by number, integers too: how far it may be from the expected one; then the
///                 tolerance does not count. u8, f32 or f64; null: the tolerance counts
/// @returns nothing if the arrays agree
/// @throws std::logic_error if they have not the same type and number of elements
std::optional<Difference> find_difference(const NpyArray& found, const NpyArray& expected,
                                          const Tolerance& tolerance,
                                          const NpyArray* allowed = nullptr);

}  // namespace duet::tool
