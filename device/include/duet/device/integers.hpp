#pragma once

/// @file
/// Fixed-width integers in namespace duet, with the same underlying types on every target. 64-bit
/// integers are `long long`, which the vendors' atomics take. No header is needed for them.

#if __cplusplus < 201703L
#error "duet/device headers need C++17 or newer"
#endif

namespace duet {

using int8_t = signed char;           ///< 8 bits, signed.
using int16_t = short;                ///< 16 bits, signed.
using int32_t = int;                  ///< 32 bits, signed.
using int64_t = long long;            ///< 64 bits, signed.
using uint8_t = unsigned char;        ///< 8 bits, unsigned.
using uint16_t = unsigned short;      ///< 16 bits, unsigned.
using uint32_t = unsigned int;        ///< 32 bits, unsigned.
using uint64_t = unsigned long long;  ///< 64 bits, unsigned.
using size_t = decltype(sizeof(0));   ///< The type of sizes in bytes.

static_assert(sizeof(int16_t) == 2 && sizeof(int32_t) == 4 && sizeof(int64_t) == 8 &&
              sizeof(size_t) == 8);

}  // namespace duet
