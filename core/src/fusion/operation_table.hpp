#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <duet/data_type.hpp>

namespace duet::detail {

/// What a fusion must know of an operation of namespace duet::ops.
struct FusionOperation {
  /// Which operands it takes.
  enum class Domain {
    any,
    numbers,   ///< all but booleans
    ordered,   ///< real numbers
    floating,  ///< of floating point, real or complex
    integers,  ///< and booleans
    complex
  };
  /// What it gives.
  enum class Result {
    same,    ///< the operands' type
    answer,  ///< a boolean
    part     ///< for complex numbers the type of their parts, else the same
  };

  std::string_view name;
  std::size_t operands;
  Domain domain;
  Result result;
};

/// @throws Error (invalid_argument) telling similar names
const FusionOperation& find_operation(std::string_view name);

/// Whether elements of a type are among the operation's operands.
bool takes(const FusionOperation& operation, DataType type) noexcept;
/// Which types those are, for messages.
const char* describe(FusionOperation::Domain domain) noexcept;
/// @param operand  the type of its operands
DataType result_type(const FusionOperation& operation, DataType operand) noexcept;

}  // namespace duet::detail
