#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <duet/data_type.hpp>

namespace duet::detail {

/// Kinds of elements. Sets of them are bit masks.
enum ElementKind : unsigned { booleans = 1, integers = 2, reals = 4, complexes = 8 };

/// The signature of an operation of namespace duet::ops.
struct FusionOperation {
  /// The type of the result.
  enum class Result {
    same,      ///< the operands' type
    boolean,   ///< DataType::boolean
    component  ///< for complex numbers the type of their parts, else the operands' type
  };

  std::string_view name;
  std::size_t operands;
  unsigned kinds;  ///< accepted element kinds
  Result result;
};

/// @throws Error (invalid_argument) that lists similar names
const FusionOperation& find_operation(std::string_view name);

/// Whether the operation accepts operands of a type.
bool accepts_type(const FusionOperation& operation, DataType type) noexcept;
/// Returns the kinds in words for messages, such as "booleans and integers".
std::string describe(unsigned kinds);
/// @param operand  the type of the operands
DataType result_type(const FusionOperation& operation, DataType operand) noexcept;

}  // namespace duet::detail
