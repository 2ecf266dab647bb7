#pragma once

#include <duet/device/bit_cast.hpp>
#include <duet/spelling/std/type_traits.hpp>

namespace std {

template <typename To_, typename From_>
__host__ __device__ constexpr To_ bit_cast(const From_& from) noexcept {
  return duet::bit_cast<To_>(from);
}
template <typename T_>
__device__ inline int popcount(T_ x) noexcept {
  return sizeof(T_) <= 4 ? __popc(unsigned(x)) : __popcll(static_cast<unsigned long long>(x));
}
template <typename T_>
__device__ inline int countl_zero(T_ x) noexcept {
  constexpr int bits = 8 * sizeof(T_);
  return bits <= 32 ? __clz(int(x)) - (32 - bits) : __clzll(static_cast<long long>(x));
}
template <typename T_>
__device__ inline int countr_zero(T_ x) noexcept {
  if (x == 0) return 8 * int(sizeof(T_));
  return __ffsll(static_cast<long long>(x)) - 1;
}
template <typename T_>
__host__ __device__ constexpr bool has_single_bit(T_ x) noexcept {
  return x != 0 && (x & (x - 1)) == 0;
}
template <typename T_>
__device__ inline T_ bit_ceil(T_ x) noexcept {
  return x <= 1 ? T_(1) : T_(T_(1) << (8 * int(sizeof(T_)) - countl_zero(T_(x - 1))));
}
template <typename T_>
__device__ inline T_ bit_floor(T_ x) noexcept {
  return x == 0 ? T_(0) : T_(T_(1) << (8 * int(sizeof(T_)) - 1 - countl_zero(x)));
}

template <typename T_>
__device__ inline int bit_width(T_ x) noexcept {
  return 8 * int(sizeof(T_)) - countl_zero(x);
}
template <typename T_>
__device__ inline int countl_one(T_ x) noexcept {
  return countl_zero(T_(~x));
}
template <typename T_>
__device__ inline int countr_one(T_ x) noexcept {
  return countr_zero(T_(~x));
}
template <typename T_>
__host__ __device__ constexpr T_ rotl(T_ x, int count) noexcept {
  constexpr unsigned bits = 8 * sizeof(T_);
  const unsigned left = unsigned(count) % bits;
  return left == 0 ? x : T_(T_(x << left) | T_(x >> (bits - left)));
}
template <typename T_>
__host__ __device__ constexpr T_ rotr(T_ x, int count) noexcept {
  return std::rotl(x, -count);
}
template <typename T_>
__host__ __device__ constexpr T_ byteswap(T_ x) noexcept {
  auto rest = static_cast<make_unsigned_t<T_>>(x);
  unsigned long long swapped = 0;
  for (size_t i = 0; i < sizeof(T_); ++i) {
    swapped = swapped << 8 | (rest & 0xff);
    rest = static_cast<make_unsigned_t<T_>>(static_cast<unsigned long long>(rest) >> 8);
  }
  return T_(swapped);
}
enum class endian { little, big, native = little };

}  // namespace std
