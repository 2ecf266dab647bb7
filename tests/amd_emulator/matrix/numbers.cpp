#include "matrix/numbers.hpp"

#include "execute/small_floats.hpp"

namespace amd_emulator {

double float_value(NumberType type, u64 bits, bool fnuz) {
  switch (type) {
    case NumberType::f64: return from_bits<double>(bits);
    case NumberType::f32: return double{from_bits<float>(bits)};
    case NumberType::xf32: {
      // The digits of a half, with the exponent of a float.
      const auto word = low_word(bits);
      if ((word & 0x7f800000) == 0x7f800000) return double{from_bits<float>(bits)};
      const u32 rounded = (word + 0xfff + (word >> 13 & 1)) & ~u32{0x1fff};
      return double{std::bit_cast<float>(rounded)};
    }
    case NumberType::f16: return static_cast<double>(from_bits<half>(bits));
    case NumberType::bf16: return double{from_bfloat(low_word(bits))};
    case NumberType::fp8:
    case NumberType::bf8:
      return double{from_8_bits(low_word(bits), format_8(fnuz, type == NumberType::bf8))};
    default: return static_cast<double>(integer_value(type, bits));
  }
}

i64 integer_value(NumberType type, u64 bits) {
  switch (type) {
    case NumberType::int32: return static_cast<i32>(bits);
    case NumberType::int8: return static_cast<i8>(bits);
    case NumberType::int4: return static_cast<i8>(bits << 4) >> 4;
    default: return static_cast<i64>(bits);
  }
}

u32 float_bits(NumberType type, double value) {
  if (type == NumberType::f16) return std::bit_cast<u16>(static_cast<half>(value));
  if (type == NumberType::bf16) return to_bfloat(static_cast<float>(value));
  return std::bit_cast<u32>(static_cast<float>(value));
}

}  // namespace amd_emulator
