#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <duet/data_type.hpp>

namespace duet::detail {

/// Kinds of elements; sets of them are told by their bits.
enum ElementKind : unsigned { booleans = 1, integers = 2, reals = 4, complexes = 8 };

/// What a fusion must know of an operation of namespace duet::ops.
struct FusionOperation {
  /// What it gives.
  enum class Result {
    same,    ///< the operands' type
    answer,  ///< a boolean
    part     ///< for complex numbers the type of their parts, else the same
  };

  std::string_view name;
  std::size_t operands;
  unsigned kinds;  ///< of elements that it takes
  Result result;
};

/// @throws Error (invalid_argument) telling similar names
const FusionOperation& find_operation(std::string_view name);

/// Whether elements of a type are among the operation's operands.
bool takes(const FusionOperation& operation, DataType type) noexcept;
/// Which types those are, for messages: "integers and booleans".
std::string describe(unsigned kinds);
/// @param operand  the type of its operands
DataType result_type(const FusionOperation& operation, DataType operand) noexcept;

}  // namespace duet::detail
