#pragma once

#include <duet/device/bfloat16.hpp>
#include <duet/device/half.hpp>
#include <duet/spelling/float16/rounded.hpp>
#include <duet/spelling/ptx/values.hpp>

namespace duet::ptx {

template <typename T>
__device__ inline T add(T a, T b) {
  return a + b;
}
template <typename T>
__device__ inline T sub(T a, T b) {
  return a - b;
}
template <typename T>
__device__ inline T mul(T a, T b) {
  if constexpr (is_number<T> && !detail::is_integer<T>) {
    return spelling::product(a, b);
  } else {
    return a * b;
  }
}
template <typename T>
__device__ inline T div(T a, T b) {
  return a / b;
}
template <typename T>
__device__ inline T rem(T a, T b) {
  return a % b;
}
template <typename T>
__device__ inline T min(T a, T b) {
  if constexpr (detail::is_integer<T>) {
    return b < a ? b : a;
  } else if constexpr (is_number<T>) {
    return fmin(a, b);
  } else {
    return spelling::extreme(a, b, false, false);
  }
}
template <typename T>
__device__ inline T max(T a, T b) {
  if constexpr (detail::is_integer<T>) {
    return a < b ? b : a;
  } else if constexpr (is_number<T>) {
    return fmax(a, b);
  } else {
    return spelling::extreme(a, b, true, false);
  }
}
template <typename T>
__device__ inline float16_pair<T> min(float16_pair<T> a, float16_pair<T> b) {
  return {min(a.x, b.x), min(a.y, b.y)};
}
template <typename T>
__device__ inline float16_pair<T> max(float16_pair<T> a, float16_pair<T> b) {
  return {max(a.x, b.x), max(a.y, b.y)};
}
template <typename T>
__device__ inline T copysign(T sign, T x) {
  return ::copysign(x, sign);
}
// Bitwise, on predicates and words. The plain names are keywords of C++.
template <typename T>
__device__ inline T and_(T a, T b) {
  return T(a & b);
}
template <typename T>
__device__ inline T or_(T a, T b) {
  return T(a | b);
}
template <typename T>
__device__ inline T xor_(T a, T b) {
  return T(a ^ b);
}
template <typename T>
__device__ inline T not_(T a) {
  return detail::is_same<T, bool> ? T(!a) : T(~a);
}
template <typename T>
__device__ inline T cnot(T a) {
  return T(a == 0);
}
/// Shifts by the type's bits or more give 0, or copies of the sign.
template <typename T>
__device__ inline T shl(T a, unsigned shift) {
  return shift < 8 * sizeof(T) ? T(static_cast<unsigned long long>(a) << shift) : T(0);
}
template <typename T>
__device__ inline T shr(T a, unsigned shift) {
  constexpr unsigned most = 8 * sizeof(T) - 1;
  if (shift > most) return T(-1) < T(0) ? T(a >> most) : T(0);
  return T(a >> shift);
}
template <typename T>
__device__ inline T neg(T a) {
  return T(-a);
}
template <typename T>
__device__ inline T abs(T a) {
  return a < T(0) || (a == T(0) && !detail::is_integer<T>) ? T(-a) : a;
}
template <>
__device__ inline float abs(float a) {
  return fabsf(a);
}
template <>
__device__ inline double abs(double a) {
  return fabs(a);
}
template <typename T>
__device__ inline float16_pair<T> abs(float16_pair<T> a) {
  return bits_as<float16_pair<T>>(bits_as<unsigned>(a) & 0x7fff7fffu);
}
template <typename T>
__device__ inline unsigned popc(T a) {
  return unsigned(__popcll(static_cast<unsigned long long>(a)));
}
template <typename T>
__device__ inline unsigned clz(T a) {
  return unsigned(__clzll(static_cast<long long>(a))) - (64 - 8 * sizeof(T));
}
template <typename T>
__device__ inline T brev(T a) {
  return T(__brevll(static_cast<unsigned long long>(a)) >> (64 - 8 * sizeof(T)));
}
/// The position of the highest bit that differs from the sign; all bits set if there is none.
template <typename T>
__device__ inline unsigned bfind(T a) {
  const T bits = T(-1) < T(0) && a < T(0) ? T(~a) : a;
  return bits == 0 ? ~0u : unsigned(8 * sizeof(T)) - 1u - clz(bits);
}
template <typename T>
__device__ inline T fns(T mask, T base, T offset) {
  return T(__fns(unsigned(mask), unsigned(base), int(offset)));
}
template <typename T>
__device__ inline T rcp(T a) {
  return T(1) / a;
}
template <typename T>
__device__ inline T sqrt(T a) {
  return T(::sqrt(a));
}
template <typename T>
__device__ inline T rsqrt(T a) {
  return T(1) / T(::sqrt(a));
}
__device__ inline float sin(float a) { return sinf(a); }
__device__ inline float cos(float a) { return cosf(a); }
template <typename T>
__device__ inline T ex2(T a) {
  return T(exp2f(float(a)));
}
__device__ inline half_pair ex2(half_pair a) { return {ptx::ex2(a.x), ptx::ex2(a.y)}; }
__device__ inline float lg2(float a) { return log2f(a); }
template <typename T>
__device__ inline T tanh(T a) {
  return T(tanhf(float(a)));
}
__device__ inline half_pair tanh(half_pair a) { return {ptx::tanh(a.x), ptx::tanh(a.y)}; }
template <typename T>
__device__ inline T fma(T a, T b, T c) {
  if constexpr (is_number<T>) {
    return ::fma(a, b, c);
  } else {
    return duet::fma(a, b, c);
  }
}
template <typename T>
__device__ inline T mad(T a, T b, T c) {
  if constexpr (detail::is_integer<T>) {
    return T(a * b + c);
  } else {
    return fma(a, b, c);
  }
}
template <typename T>
__device__ inline T mul_hi(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    using Wide = detail::conditional<(T(-1) < T(0)), __int128, unsigned __int128>;
    return T((Wide(a) * Wide(b)) >> 64);
  } else {
    using Wide = detail::conditional<(T(-1) < T(0)), long long, unsigned long long>;
    return T((Wide(a) * Wide(b)) >> (8 * sizeof(T)));
  }
}
template <typename T>
__device__ inline T mad_hi(T a, T b, T c) {
  return T(mul_hi(a, b) + c);
}
template <typename T>
struct Twice;
template <>
struct Twice<unsigned short> {
  using type = unsigned;
};
template <>
struct Twice<short> {
  using type = int;
};
template <>
struct Twice<unsigned> {
  using type = unsigned long long;
};
template <>
struct Twice<int> {
  using type = long long;
};
template <typename T>
__device__ inline typename Twice<T>::type mul_wide(T a, T b) {
  return typename Twice<T>::type(a) * b;
}
template <typename T, typename R>
__device__ inline typename Twice<T>::type wide_of(R a) {
  return word<typename Twice<T>::type>(a);
}
template <typename T>
__device__ inline T mul24(T a, T b) {
  return T(-1) < T(0) ? T(__mul24(int(a), int(b))) : T(__umul24(unsigned(a), unsigned(b)));
}
template <typename T>
__device__ inline T mad24(T a, T b, T c) {
  return T(mul24(a, b) + c);
}
template <typename T>
__device__ inline T sad(T a, T b, T c) {
  return T(c + (a < b ? b - a : a - b));
}
/// A field of bits, extended by zeros or by its sign.
template <typename T>
__device__ inline T bfe(T a, unsigned position, unsigned length) {
  constexpr unsigned bits = 8 * sizeof(T);
  constexpr bool is_signed = T(-1) < T(0);
  position &= 0xffu;
  length &= 0xffu;
  if (length == 0) return T(0);
  const unsigned top = position + length - 1 < bits - 1 ? position + length - 1 : bits - 1;
  const bool sign = is_signed && ((static_cast<unsigned long long>(a) >> top) & 1u) != 0;
  const T shifted = shr(a, position);
  if (length >= bits) return position < bits ? shifted : T(sign ? -1 : 0);
  const T mask = T((1ull << length) - 1u);
  return T((position < bits ? (shifted & mask) : T(sign ? mask : 0)) | (sign ? ~mask : T(0)));
}
/// b with a's lowest bits in place of a field.
template <typename T>
__device__ inline T bfi(T a, T b, unsigned position, unsigned length) {
  constexpr unsigned bits = 8 * sizeof(T);
  position &= 0xffu;
  length &= 0xffu;
  if (length == 0 || position >= bits) return b;
  const T ones = length >= bits ? T(~T(0)) : T((T(1) << length) - 1);
  const T mask = T(ones << position);
  return T((b & ~mask) | ((a << position) & mask));
}
__device__ inline unsigned prmt(unsigned a, unsigned b, unsigned selector) {
  return duet_prmt(a, b, selector);
}
/// The function of three bits whose table is `table`.
__device__ inline unsigned lop3(unsigned a, unsigned b, unsigned c, unsigned table) {
  unsigned result = 0;
#pragma unroll
  for (unsigned row = 0; row < 8; ++row) {
    if ((table >> row & 1u) == 0) continue;
    result |= (row & 4u ? a : ~a) & (row & 2u ? b : ~b) & (row & 1u ? c : ~c);
  }
  return result;
}

/// Two registers as one, and the parts of one.
template <typename T, typename A, typename B>
__device__ inline T pack(A low, B high) {
  if constexpr (sizeof(T) == 8) {
    const auto bits = static_cast<unsigned long long>(word<unsigned>(low)) |
                      (static_cast<unsigned long long>(word<unsigned>(high)) << 32);
    return word<T>(bits);
  } else {
    return word<T>(unsigned(word<unsigned short>(low)) |
                   (unsigned(word<unsigned short>(high)) << 16));
  }
}
template <int i, typename T>
__device__ inline auto part(T whole) {
  if constexpr (sizeof(T) == 8) {
    return unsigned(bits_as<unsigned long long>(whole) >> (32 * i));
  } else {
    return static_cast<unsigned short>(bits_as<unsigned>(whole) >> (16 * i));
  }
}

enum class Mode { none, rn, rz, rm, rp, rni, rzi, rmi, rpi };
template <Mode mode>
inline constexpr spelling::Rounding rounding =
    mode == Mode::rz || mode == Mode::rzi   ? spelling::Rounding::rz
    : mode == Mode::rm || mode == Mode::rmi ? spelling::Rounding::rd
    : mode == Mode::rp || mode == Mode::rpi ? spelling::Rounding::ru
                                            : spelling::Rounding::rn;
template <typename T>
inline constexpr bool is_16 = detail::is_float16<T>;

template <typename To, Mode mode, typename F>
__device__ inline To to_float16(F x) {
  if constexpr (rounding<mode> == spelling::Rounding::rz) return spelling::round_rz<To>(x);
  if constexpr (rounding<mode> == spelling::Rounding::ru) return spelling::round_ru<To>(x);
  if constexpr (rounding<mode> == spelling::Rounding::rd) return spelling::round_rd<To>(x);
  return To(x);
}
template <typename To, Mode mode, bool saturates, typename From>
__device__ inline To convert(From x) {
  if constexpr (saturates && !detail::is_integer<To>) {
    const double value = double(float(x));
    return convert<To, mode, false>(value > 0 ? (value < 1 ? x : From(1.0f)) : From(0.0f));
  } else if constexpr (is_16<From> && is_16<To>) {
    return To(float(x));
  } else if constexpr (is_16<From>) {
    return convert<To, mode, saturates>(float(x));
  } else if constexpr (is_16<To>) {
    return to_float16<To, mode>(x);
  } else if constexpr (detail::is_integer<From> && detail::is_integer<To>) {
    if constexpr (saturates) {
      constexpr bool is_signed = To(-1) < To(0);
      const __int128 least = is_signed ? -(__int128(1) << (8 * sizeof(To) - 1)) : 0;
      const __int128 most = (__int128(1) << (8 * sizeof(To) - (is_signed ? 1 : 0))) - 1;
      return To(x < least ? least : __int128(x) > most ? most : __int128(x));
    } else {
      return To(x);
    }
  } else if constexpr (detail::is_integer<From>) {
    return spelling::from_integer<rounding<mode>, To>(x);
  } else if constexpr (detail::is_integer<To>) {
    return spelling::to_integer<rounding<mode>, To>(x);
  } else if constexpr (sizeof(To) < sizeof(From)) {
    return spelling::narrow<rounding<mode>>(x);
  } else if constexpr (mode == Mode::rni || mode == Mode::rzi || mode == Mode::rmi ||
                       mode == Mode::rpi) {
    return To(spelling::rounded<rounding<mode>>(x));
  } else {
    return To(x);
  }
}
template <typename Pair>
__device__ inline Pair narrow_pair(float high, float low) {
  Pair pair;
  pair.x = decltype(pair.x)(low);
  pair.y = decltype(pair.y)(high);
  return pair;
}

/// A number limited to the range 0 to 1; 0 if it is NaN.
template <typename T>
__device__ inline T saturated(T x) {
  return x > T(0.0f) ? (x < T(1.0f) ? x : T(1.0f)) : T(0.0f);
}
template <typename T>
__device__ inline float16_pair<T> saturated(float16_pair<T> x) {
  return {saturated(x.x), saturated(x.y)};
}
/// A number limited to 0 and more. NaN stays.
template <typename T>
__device__ inline T positive(T x) {
  return x < T(0.0f) ? T(0.0f) : x;
}
template <typename T>
__device__ inline float16_pair<T> positive(float16_pair<T> x) {
  return {positive(x.x), positive(x.y)};
}
__device__ inline int add_saturated(int a, int b) {
  return convert<int, Mode::none, true>(static_cast<long long>(a) + b);
}
__device__ inline int sub_saturated(int a, int b) {
  return convert<int, Mode::none, true>(static_cast<long long>(a) - b);
}
/// `length` bits from a position on.
__device__ inline unsigned bmsk(unsigned position, unsigned length) {
  if (position > 31 || length == 0) return 0;
  return (length > 31 ? ~0u : (1u << length) - 1) << position;
}
__device__ inline unsigned bmsk_wrap(unsigned position, unsigned length) {
  return bmsk(position & 31u, length & 31u);
}
/// The lowest bits, extended by zeros or by their sign.
template <typename T>
__device__ inline T szext(T x, T length) {
  const unsigned bits = unsigned(length);
  if (bits > 31) return x;
  return bits == 0 ? T(0) : T(x << (32 - bits)) >> (32 - bits);
}

/// Sums and differences of words of long numbers.
/// @param takes  whether the carry is added or subtracted, too
/// @param gives  whether the carry becomes that of the result
template <typename Word>
__device__ inline Word add_carrying(Word a, Word b, bool& carry, bool takes, bool gives) {
  const Word partial = a + b, sum = partial + Word(takes && carry);
  if (gives) carry = partial < a || sum < partial;
  return sum;
}
template <typename Word>
__device__ inline Word subtract(Word a, Word b, bool& carry, bool takes, bool gives) {
  const Word partial = a - b, difference = partial - Word(takes && carry);
  if (gives) carry = a < b || partial < difference;
  return difference;
}

/// A number, limited to the range of `bits` bits.
template <unsigned bits, bool is_signed>
__device__ inline unsigned limited_bits(int x) {
  constexpr int least = is_signed ? -(1 << (bits - 1)) : 0, most = least + ((1 << bits) - 1);
  const int limited = x < least ? least : x > most ? most : x;
  return unsigned(limited) & ((1u << bits) - 1);
}
/// The lower bits of `upper`, and below them two numbers of `bits` bits.
template <unsigned bits, bool is_signed>
__device__ inline unsigned pack_numbers(int high, int low, unsigned upper) {
  const unsigned shifted = bits == 16 ? 0u : upper << (2 * bits % 32);
  return shifted | limited_bits<bits, is_signed>(high) << bits | limited_bits<bits, is_signed>(low);
}

}  // namespace duet::ptx
