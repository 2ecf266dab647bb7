// contract/matrix_unit.hpp: mma.sync, each type from an architecture on.

#include "architecture_number.hpp"
#include "contract.hpp"

namespace duet::vendor {

bool has_matrix_instructions(const std::string& architecture, DataType type) noexcept {
  switch (type) {
    case DataType::f16:
    case DataType::i8:
    case DataType::u8: return architecture_number(architecture) >= 75;
    case DataType::bf16:
    case DataType::f64: return architecture_number(architecture) >= 80;
    default: return false;
  }
}

bool has_tf32_instructions(const std::string& architecture) noexcept {
  return architecture_number(architecture) >= 80;
}

int arithmetic_run() noexcept { return 4; }

}  // namespace duet::vendor
