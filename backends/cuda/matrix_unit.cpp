// contract/matrix_unit.hpp: mma.sync, each type from an architecture on.

#include <cstdlib>

#include "contract.hpp"

namespace duet::vendor {

namespace {

/// The number in "sm_90a" or "compute_90".
int number_of(const std::string& architecture) noexcept {
  const std::size_t digits = architecture.find_first_of("0123456789");
  return digits == std::string::npos ? 0 : std::atoi(architecture.c_str() + digits);
}

}  // namespace

bool has_matrix_instructions(const std::string& architecture, DataType type) noexcept {
  switch (type) {
    case DataType::f16:
    case DataType::i8:
    case DataType::u8: return number_of(architecture) >= 75;
    case DataType::bf16:
    case DataType::f64: return number_of(architecture) >= 80;
    default: return false;
  }
}

bool has_tf32_instructions(const std::string& architecture) noexcept {
  return number_of(architecture) >= 80;
}

int arithmetic_run() noexcept { return 4; }

}  // namespace duet::vendor
