#pragma once

#include <string>
#include <vector>

#include "base/words.hpp"

namespace amd_emulator {

/// The types of numbers in matrices.
enum class NumberType : u8 { f64, f32, xf32, f16, bf16, fp8, bf8, int32, int8, uint8, int4, uint4 };

constexpr unsigned bits_of(NumberType type) {
  switch (type) {
    case NumberType::f64: return 64;
    case NumberType::f32:
    case NumberType::xf32:
    case NumberType::int32: return 32;
    case NumberType::f16:
    case NumberType::bf16: return 16;
    case NumberType::int4:
    case NumberType::uint4: return 4;
    default: return 8;
  }
}

constexpr bool is_integer(NumberType type) { return type >= NumberType::int32; }

/// What the name of a matrix instruction says: D (rows x columns) = A (rows x depth) * B + C.
struct MatrixShape {
  unsigned rows = 0;
  unsigned columns = 0;
  unsigned depth = 0;
  NumberType result = NumberType::f32;
  NumberType a = NumberType::f32;
  NumberType b = NumberType::f32;
  bool is_sparse = false;      ///< Two of four elements of A are stored, with their places.
  bool has_modifiers = false;  ///< Signs of A and B are modifiers: "iu8", "iu4".
};

/// @param name  "v_mfma_f32_32x32x8f16", "v_wmma_i32_16x16x16_iu8"
MatrixShape parse_matrix_shape(const std::string& name);

/// The names of all matrix instructions that are emulated.
const std::vector<std::string>& multiply_names_of_gfx9();
const std::vector<std::string>& multiply_names_of_gfx11();

}  // namespace amd_emulator
