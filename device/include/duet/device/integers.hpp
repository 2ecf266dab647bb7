#pragma once

// Fixed-width integers in namespace duet, of the same underlying types on every target: 64 bits
// are `long long`, which the vendors' atomics take. No compiler needs a header for these.

#if __cplusplus < 201703L
#error "duet/device headers need C++17 or newer"
#endif

namespace duet {

using int8_t = signed char;
using int16_t = short;
using int32_t = int;
using int64_t = long long;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned int;
using uint64_t = unsigned long long;
using size_t = decltype(sizeof(0));

static_assert(sizeof(int16_t) == 2 && sizeof(int32_t) == 4 && sizeof(int64_t) == 8 &&
              sizeof(size_t) == 8);

}  // namespace duet
