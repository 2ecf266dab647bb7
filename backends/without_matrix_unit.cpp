// contract/matrix_unit.hpp for backends without matrix instructions.

#include "contract.hpp"

namespace duet::vendor {

bool has_matrix_instructions(const std::string&, DataType) noexcept { return false; }
bool has_tf32_instructions(const std::string&) noexcept { return false; }
int arithmetic_run() noexcept { return 16; }

}  // namespace duet::vendor
