#pragma once

#include <bit>
#include <cstdint>

namespace amd_emulator {

using u8 = std::uint8_t;
using i8 = std::int8_t;
using u16 = std::uint16_t;
using i16 = std::int16_t;
using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;
using half = _Float16;

/// The most lanes of a wave. A vector register holds this many words, for waves of 32 as well.
inline constexpr unsigned max_lanes = 64;

constexpr u64 join(u32 low, u32 high) { return u64{high} << 32 | low; }
constexpr u32 low_word(u64 value) { return static_cast<u32>(value); }
constexpr u32 high_word(u64 value) { return static_cast<u32>(value >> 32); }

/// A mask of the lowest bits.
constexpr u64 low_bits(unsigned count) { return count >= 64 ? ~u64{0} : (u64{1} << count) - 1; }

}  // namespace amd_emulator
