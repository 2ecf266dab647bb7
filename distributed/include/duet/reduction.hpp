#pragma once

#include <cstdint>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// How a collective combines the elements of all ranks. For bool, sum and max are "or", product and
/// min are "and".
enum class Reduction : std::uint8_t {
  sum,
  product,
  min,
  max,
  average  ///< the sum divided by the number of ranks, for floating-point and complex types
};

/// The enumerator's name, for instance "sum". Static storage.
const char* name_of(Reduction reduction) noexcept;

}  // namespace duet
DUET_API_END
