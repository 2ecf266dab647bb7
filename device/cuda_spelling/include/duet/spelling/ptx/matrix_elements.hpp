#pragma once

#include <duet/device/half.hpp>
#include <duet/spelling/ptx/values.hpp>

// Elements of matrices in registers, by PTX's names of their types.

namespace duet::ptx::element {

/// An element that is a whole register.
template <typename T>
struct Whole {
  using Word = T;
  using Sum = T;
  static constexpr int count = 1;  ///< elements of a register
  static constexpr bool is_added_later = false;
  __device__ static T get(T word, int) { return word; }
  __device__ static void put(T& word, int, T value) { word = value; }
};
using f32 = Whole<float>;
using f64 = Whole<double>;

/// Sums of integers begin with 0, so that what they are added to can saturate.
struct s32 : Whole<int> {
  static constexpr bool is_added_later = true;
  template <bool saturates>
  __device__ static int add(int a, int b) {
    const int sum = int(unsigned(a) + unsigned(b));
    const bool is_outside = ((a ^ sum) & (b ^ sum)) < 0;
    return saturates && is_outside ? (a < 0 ? -0x7fffffff - 1 : 0x7fffffff) : sum;
  }
};

struct tf32 : Whole<unsigned> {
  /// The lowest bits are ignored.
  __device__ static float get(unsigned word, int) { return bits_as<float>(word & 0xffffe000u); }
};

/// Parts of a register.
template <int elements>
struct Part {
  using Word = unsigned;
  static constexpr int count = elements;
  static constexpr bool is_added_later = false;
};
struct f16 : Part<2> {
  using Sum = float;  ///< rounded when it is complete
  __device__ static float get(unsigned word, int i) {
    return float(bits_as<half>((unsigned short)(word >> 16 * i)));
  }
  __device__ static void put(unsigned& word, int i, float value) {
    word |= unsigned(bits_as<unsigned short>(half(value))) << 16 * i;
  }
};
struct bf16 : Part<2> {
  __device__ static float get(unsigned word, int i) {
    return bits_as<float>(i == 0 ? word << 16 : word & 0xffff0000u);
  }
};
/// Integers of fewer bits.
template <typename Integer, int elements>
struct Bits : Part<elements> {
  static constexpr int bits = 32 / elements;
  __device__ static int get(unsigned word, int i) {
    return int(Integer(word << (32 - bits - bits * i)) >> (32 - bits));
  }
};
using s8 = Bits<int, 4>;
using u8 = Bits<unsigned, 4>;
using s4 = Bits<int, 8>;
using u4 = Bits<unsigned, 8>;

}  // namespace duet::ptx::element
