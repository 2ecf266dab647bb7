#pragma once

#include "execute/access.hpp"
#include "matrix/layout.hpp"

namespace amd_emulator {

/// The registers of a matrix, or one constant for all its elements.
class MatrixSource {
 public:
  MatrixSource(Wave& wave, const Operand& operand)
      : registers_(operand.kind == OperandKind::vector ? wave.vector_register(operand.index)
                                                       : nullptr),
        constant_(operand.bits),
        words_(operand.words) {}

  /// The number of elements in a lane.
  unsigned elements(unsigned bits) const { return words_ * 32 / bits; }

  u64 bits(const Place& place, unsigned bits) const {
    if (registers_ == nullptr) return constant_ & low_bits(bits);
    const unsigned first = place.element * bits;
    const u32* const word = registers_ + std::size_t{first / 32} * max_lanes + place.lane;
    if (bits == 64) return join(word[0], word[max_lanes]);
    return word[0] >> first % 32 & low_bits(bits);
  }

 private:
  const u32* registers_;
  u64 constant_;
  unsigned words_;
};

/// The value of a number that is no integer. @param fnuz  formats of 8 bits without infinities
double float_value(NumberType type, u64 bits, bool fnuz);

i64 integer_value(NumberType type, u64 bits);

/// The bits of a result of 16 or 32 bits, rounded.
u32 float_bits(NumberType type, double value);

}  // namespace amd_emulator
