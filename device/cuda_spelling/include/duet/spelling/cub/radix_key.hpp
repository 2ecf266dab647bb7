#pragma once

#include <duet/device/bfloat16.hpp>
#include <duet/device/bit_cast.hpp>
#include <duet/device/detail/type_traits.hpp>
#include <duet/device/half.hpp>
#include <duet/device/integers.hpp>

namespace duet::spelling {

template <int bytes>
struct UnsignedOf;
template <>
struct UnsignedOf<1> {
  using type = uint8_t;
};
template <>
struct UnsignedOf<2> {
  using type = uint16_t;
};
template <>
struct UnsignedOf<4> {
  using type = uint32_t;
};
template <>
struct UnsignedOf<8> {
  using type = uint64_t;
};

/// Keys of a radix sort as unsigned integers of the same order.
template <typename Key>
struct RadixKey {
  using Bits = typename UnsignedOf<sizeof(Key)>::type;
  static constexpr Bits top = Bits(Bits(1) << (sizeof(Key) * 8 - 1));

  static constexpr bool has_two_zeros = !detail::is_integer<Key>;  ///< 0 and -0, which are equal

  /// The bits of a key in the order of unsigned integers.
  __device__ __forceinline__ static Bits twiddle_in(Bits plain) {
    if constexpr (!detail::is_integer<Key>) {
      // A floating-point number: sign and magnitude.
      return Bits(plain ^ ((plain & top) != 0 ? Bits(~Bits(0)) : top));
    } else if constexpr (Key(-1) < Key(0)) {
      return Bits(plain ^ top);
    } else {
      return plain;
    }
  }
  __device__ __forceinline__ static Bits twiddle_out(Bits bits) {
    if constexpr (!detail::is_integer<Key>) {
      return Bits(bits ^ ((bits & top) != 0 ? top : Bits(~Bits(0))));
    } else {
      return twiddle_in(bits);
    }
  }
};
template <>
struct RadixKey<bool> {
  using Bits = uint8_t;
  static constexpr bool has_two_zeros = false;
  __device__ __forceinline__ static Bits twiddle_in(Bits plain) { return plain; }
  __device__ __forceinline__ static Bits twiddle_out(Bits bits) { return bits; }
};

}  // namespace duet::spelling
