#pragma once

#include <type_traits>

#include "decode/instruction.hpp"

// How values of each type lie in the words of registers.

namespace amd_emulator {

template <typename T>
inline constexpr bool is_float =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, half>;

/// The number of registers of a value.
template <typename T>
inline constexpr unsigned words_of = sizeof(T) == 8 ? 2 : 1;

template <typename T>
using BitsOf = std::conditional_t<
    sizeof(T) == 8, u64,
    std::conditional_t<sizeof(T) == 4, u32, std::conditional_t<sizeof(T) == 2, u16, u8>>>;

template <typename T>
inline T from_bits(u64 bits) {
  return std::bit_cast<T>(static_cast<BitsOf<T>>(bits));
}

template <typename T>
inline u64 to_bits(T value) {
  return std::bit_cast<BitsOf<T>>(value);
}

/// Reads a lane's value from a register, or from two.
template <typename T>
inline T get(const u32* words, unsigned lane) {
  if constexpr (sizeof(T) == 8)
    return from_bits<T>(join(words[lane], words[max_lanes + lane]));
  else
    return from_bits<T>(words[lane]);
}

template <typename T>
inline void put(u32* words, unsigned lane, T value) {
  const u64 bits = to_bits(value);
  words[lane] = low_word(bits);
  if constexpr (sizeof(T) == 8) words[max_lanes + lane] = high_word(bits);
}

/// The bits of a constant for an operand of type T.
template <typename T>
u64 constant_bits(const Operand& operand) {
  if (operand.form == ConstantForm::floating) {
    const auto number = std::bit_cast<double>(operand.bits);
    if constexpr (sizeof(T) == 8) return operand.bits;
    if constexpr (sizeof(T) == 2) return to_bits(static_cast<half>(number));
    return to_bits(static_cast<float>(number));
  }
  if constexpr (std::is_same_v<T, double>)
    if (operand.form == ConstantForm::literal && high_word(operand.bits) == 0)
      return operand.bits << 32;  // a literal holds the upper word of a double
  return sizeof(T) == 8 ? operand.bits : low_word(operand.bits);
}

/// Applies the modifiers |x| and -x to a floating-point value; others have none.
template <typename T>
inline u64 modify(u64 bits, const Operand& operand) {
  if constexpr (is_float<T>) {
    constexpr u64 sign = u64{1} << (8 * sizeof(T) - 1);
    if (operand.absolute) bits &= ~sign;
    if (operand.negate) bits ^= sign;
  }
  return bits;
}

}  // namespace amd_emulator
