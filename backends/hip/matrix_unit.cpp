// contract/matrix_unit.hpp: MFMA on processors of the gfx9 family for computing, WMMA from gfx11
// on.

#include <algorithm>
#include <array>
#include <string_view>

#include "contract.hpp"

namespace duet::vendor {

bool has_matrix_instructions(const std::string& architecture, DataType type) noexcept {
  const std::string_view name = std::string_view(architecture).substr(0, architecture.find(':'));
  constexpr std::array<std::string_view, 6> with_mfma{"gfx908", "gfx90a", "gfx940",
                                                      "gfx941", "gfx942", "gfx950"};
  const bool has_mfma = std::find(with_mfma.begin(), with_mfma.end(), name) != with_mfma.end();
  const bool has_wmma =
      name.size() == 7 && (name.starts_with("gfx11") || name.starts_with("gfx12"));
  switch (type) {
    case DataType::f16:
    case DataType::bf16:
    case DataType::i8:
    case DataType::u8: return has_mfma || has_wmma;
    case DataType::f32: return has_mfma;
    case DataType::f64: return has_mfma && name != "gfx908";
    default: return false;
  }
}

/// MFMA takes them, as f32; WMMA takes neither.
bool has_tf32_instructions(const std::string& architecture) noexcept {
  return has_matrix_instructions(architecture, DataType::f32);
}

int arithmetic_run() noexcept { return 4; }

}  // namespace duet::vendor
